import { OFFICE_HOST } from '../../../scripts/toolchain/recorded-network.mjs'
import type { Packet } from './packets'

/** Ways that are told by an address instead of a name. */
const wayByAddress: Readonly<Record<string, string>> = {
  '198.51.100.7': 'stun-address',
  '198.51.100.8': 'reserved-address',
  '10.1.2.3': 'private-address',
  '10.1.2.4': 'plain-http',
  [OFFICE_HOST.address]: 'office-name',
  '224.0.0.22': 'multicast',
}

/** The ways that left traces among packets, each once and sorted. */
export function waysTaken(packets: readonly Packet[], { tag, port }: Tried): string[] {
  const ways = packets.flatMap((packet) => {
    if (packet.address === '127.0.0.1' && packet.port === port) return 'loopback'
    return (
      wayByAddress[packet.address] ?? new RegExp(`^([a-z-]+)\\.${tag}\\.test$`).exec(packet.name)?.[1] ?? []
    )
  })
  return [...new Set(ways)].sort()
}

interface Tried {
  /** Part of the names, so that those of one page can be told from those of another. */
  readonly tag: string
  /** A port of this machine. */
  readonly port: number
}

/**
 * Runs in a page: tries every way to send something out of it. The host of most is `WAY.TAG.test`, so that the name
 * that is looked up tells the way.
 */
export async function tryWaysOut({ tag, port }: Tried): Promise<void> {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const host = (kind: string) => `${kind}.${tag}.test`
  const at = (kind: string) => `https://${host(kind)}/x`
  const attempt = async (work: () => unknown) => {
    try {
      await Promise.race([work(), pause(500)])
    } catch {
      // Refused.
    }
  }
  const add = (name: string, given: Record<string, string>) => {
    const element = document.createElement(name)
    for (const [key, value] of Object.entries(given)) element.setAttribute(key, value)
    document.body.append(element)
    return element
  }
  const connectPeer = async (servers: RTCIceServer[]) => {
    const peer = new RTCPeerConnection({ iceServers: servers })
    peer.createDataChannel('out')
    await peer.setLocalDescription(await peer.createOffer())
  }
  const ways: (() => unknown)[] = [
    () => fetch(at('fetch'), { mode: 'no-cors' }),
    () => fetch(at('keepalive'), { mode: 'no-cors', method: 'POST', body: 'x', keepalive: true }),
    () => navigator.sendBeacon(at('beacon'), 'x'),
    () => new EventSource(at('events')),
    () => new WebSocket(`wss://${host('socket')}/`),
    () => {
      const request = new XMLHttpRequest()
      request.open('GET', at('xhr'))
      request.send()
    },
    () => add('img', { src: at('image') }),
    () => add('script', { src: at('script') }),
    () => add('video', { src: at('video') }),
    () => add('iframe', { src: at('frame') }),
    () => add('object', { data: at('object') }),
    () => add('embed', { src: at('embed') }),
    () => add('link', { rel: 'stylesheet', href: at('style') }),
    () => add('link', { rel: 'dns-prefetch', href: at('dns-prefetch') }),
    () => add('link', { rel: 'prefetch', href: at('prefetch') }),
    () => add('link', { rel: 'preload', as: 'image', href: at('preload') }),
    () => add('link', { rel: 'modulepreload', href: at('modulepreload') }),
    () =>
      (add('style', {}).textContent =
        `@font-face { font-family: out; src: url(${at('font')}) } body { font-family: out }`),
    () => (add('style', {}).textContent = `body { background: url(${at('background')}) }`),
    () => {
      const link = add('a', { href: 'javascript:void 0', ping: at('ping') })
      link.click()
    },
    () => new Worker(URL.createObjectURL(new Blob([`importScripts('${at('worker')}')`]))),
    () => window.open(at('popup')),
    () => connectPeer([{ urls: `stun:${host('stun')}:3478` }]),
    () => connectPeer([{ urls: `turn:${host('turn')}:3478`, username: 'a', credential: 'b' }]),
    () =>
      connectPeer([{ urls: `turn:${host('turn-tcp')}:3478?transport=tcp`, username: 'a', credential: 'b' }]),
    () => connectPeer([{ urls: `turns:${host('turns')}:443?transport=tcp`, username: 'a', credential: 'b' }]),
    () => connectPeer([{ urls: 'stun:198.51.100.7:3478' }]),
    () => new WebTransport(`https://${host('transport')}:443/`).ready,
    () =>
      navigator.credentials.get({
        identity: { providers: [{ configURL: at('identity'), clientId: 'x' }] },
      } as CredentialRequestOptions),
    () => add('img', { attributionsrc: at('attribution'), src: 'data:,' }),
    () => fetch('https://198.51.100.8/', { mode: 'no-cors' }),
    () => fetch('https://10.1.2.3/', { mode: 'no-cors' }),
    () => fetch('http://10.1.2.4/', { mode: 'no-cors' }),
    () => fetch('https://office.example/', { mode: 'no-cors' }),
    () => fetch(`http://127.0.0.1:${String(port)}/`, { mode: 'no-cors' }),
    () => {
      const form = add('form', { action: at('form'), method: 'post', target: '_blank' })
      ;(form as HTMLFormElement).submit()
    },
  ]
  await Promise.all(ways.map(attempt))
  await pause(3000)
  // The last one: the page is gone afterwards where nothing holds it.
  setTimeout(() => {
    try {
      window.location.href = at('navigation')
    } catch {
      // Refused.
    }
  }, 10)
}
