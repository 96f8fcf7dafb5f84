import { createHash, generateKeyPairSync } from 'node:crypto'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { signManifest } from '../../scripts/package/manifest.mjs'
import type { UpdateManifest } from '../../src-shared/domain/update-manifest'
import type { KeyAndCertificate } from './certificates'

export interface ReleaseKey {
  readonly privateKey: string
  /** As the app holds it. */
  readonly publicKey: string
}

/** A new key of a releaser. */
export function makeReleaseKey(): ReleaseKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  }
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** An update folder over HTTP on this machine: a name of a file leads to its content, or to what answers for it. */
export class UpdateServer {
  readonly files = new Map<string, Uint8Array | Answer>()
  /** Each request as `name` or `name from byte`. */
  readonly requests: string[] = []
  readonly #server: http.Server

  private constructor(certificate: KeyAndCertificate | null) {
    const answer = (request: IncomingMessage, response: ServerResponse) => {
      this.#answer(request, response)
    }
    this.#server = certificate === null ? http.createServer(answer) : https.createServer(certificate, answer)
  }

  /** @param certificate null = plain http */
  static async start(certificate: KeyAndCertificate | null): Promise<UpdateServer> {
    const server = new UpdateServer(certificate)
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve))
    return server
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Puts a signed manifest into the folder. */
  publish(manifest: unknown, key: ReleaseKey): void {
    this.files.set('latest.json', Buffer.from(signManifest(manifest, key.privateKey)))
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const name = (request.url ?? '').split('/').at(-1) ?? ''
    const from = /^bytes=([0-9]+)-$/.exec(request.headers.range ?? '')?.[1]
    this.requests.push(from === undefined ? name : `${name} from ${from}`)
    const found = this.files.get(name)
    if (typeof found === 'function') found(request, response)
    else if (found === undefined) response.writeHead(404).end()
    else sendFile(response, found, Number(from ?? 0))
  }
}

/** Sends a file from this byte to its end. */
export function sendFile(response: ServerResponse, content: Uint8Array, from: number): void {
  const part = content.subarray(from)
  const range = `bytes ${String(from)}-${String(content.length - 1)}/${String(content.length)}`
  response.writeHead(from > 0 ? 206 : 200, {
    'content-length': part.length,
    ...(from > 0 ? { 'content-range': range } : {}),
  })
  response.end(part)
}

/** A manifest of a package with this content for Debian. */
export function manifestOf(
  content: Uint8Array,
  change: Partial<UpdateManifest> & { readonly nowMs: number },
): UpdateManifest {
  const { nowMs, ...rest } = change
  const version = rest.version ?? '0.2.0'
  return {
    ...{ format: 1, product: 'rebill-desk', version, minimumVersion: '0.1.0', rollOut: 100 },
    ...{ signedAtMs: nowMs - 3_600_000, expiresAtMs: nowMs + 30 * 86_400_000 },
    notes: 'Added\n- Add updates: each one is signed, and none is installed without a question.',
    files: [
      {
        ...{ name: `rebill-desk_${version}_amd64.deb`, system: 'linux-x64', kind: 'deb' as const },
        ...{ bytes: content.length, sha512: createHash('sha512').update(content).digest('hex') },
      },
    ],
    ...rest,
  }
}
