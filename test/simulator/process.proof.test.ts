import { execFile, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { announcementOf, buildSimulator, ended, run, runNode } from './build'
import type { AddressInfo } from 'node:net'
import type { Announcement } from '../../src-main/simulator/server/server'
import type { Child } from './build'

let folder: string
let file: string
const children: Child[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-'))
  file = await buildSimulator(join(folder, 'out'))
})
afterEach(() => {
  children.splice(0).forEach((child) => child.kill('SIGKILL'))
})
afterAll(() => rm(folder, { recursive: true }))

async function launch(...args: string[]): Promise<{ child: Child; said: Announcement }> {
  const child = run(file, ...args)
  children.push(child)
  return { child, said: await announcementOf(child) }
}

const execute = promisify(execFile)

/** SHA-1 by the system's own tool. */
async function sha1sum(text: string): Promise<string> {
  const child = spawn('sha1sum')
  child.stdin.end(text)
  let out = ''
  for await (const chunk of child.stdout) out += String(chunk)
  return out.slice(0, 40)
}

async function curl(url: string, ...pairs: string[]): Promise<string> {
  const data = pairs.flatMap((pair) => ['--data-urlencode', pair])
  return (await execute('curl', ['--silent', '--noproxy', '*', ...data, url])).stdout
}

async function chargeWithCurl({ baseUrl, login, controlKey }: Announcement, head = '', orderId = 'CURL-1') {
  const control = await sha1sum(`${head}${login}${orderId}8800171015EUR${controlKey}`)
  return curl(
    `${baseUrl}/api/v2/make-rebill/4411`,
    ...[`login=${login}`, `client_orderid=${orderId}`, 'cardrefid=880017', 'order_desc=By hand & by curl'],
    ...['amount=10.15', 'currency=EUR', 'ipaddress=192.0.2.7', `control=${control}`],
  )
}

async function statusWithCurl({ baseUrl, login, controlKey }: Announcement, orderId = 'CURL-1') {
  const control = await sha1sum(`${login}${orderId}${controlKey}`)
  const url = `${baseUrl}/api/v2/status/4411`
  return curl(url, `login=${login}`, `client_orderid=${orderId}`, `control=${control}`)
}

async function until(isReached: () => Promise<boolean>): Promise<void> {
  while (!(await isReached())) await new Promise((resolve) => setTimeout(resolve, 20))
}

describe('the simulator as a program', () => {
  it('announces itself in one line with exactly what a client needs', async () => {
    const { said } = await launch('--port', '0', '--prefix', '/checkout', '--path-token', 't0ken')
    expect(said).toEqual({
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/t0ken\/checkout$/),
      endpointId: '4411',
      groupId: '7722',
      login: 'NordShop',
      controlKey: '7E1F0C52-3B9A-4D6E-9A41-5C2D8B60F1A3',
    })
  })

  it('announces its public address when a proxy stands in front (F1)', async () => {
    const { said } = await launch('--public-url', 'https://gateway.example.test/checkout')
    expect(said.baseUrl).toBe('https://gateway.example.test/checkout')
  })

  it('posts the same to its parent when it has one', async () => {
    const parent =
      'process.parentPort = { postMessage: (said) => process.stderr.write(JSON.stringify(said)) }'
    const child = runNode('--import', `data:text/javascript,${encodeURIComponent(parent)}`, file)
    const end = ended(child)
    const printed = await announcementOf(child)
    child.kill()
    expect(JSON.parse((await end).errors)).toEqual(printed)
  })

  it('answers curl, signed by sha1sum, and takes the order to its end', async () => {
    const { said } = await launch('--speed', '100')
    expect(await chargeWithCurl(said)).toMatch(
      /^type=async-response\n&serial-number=0{8}-0000-0000-0000-[0-9a-f]{12}\n&merchant-order-id=CURL-1\n&paynet-order-id=\d+\n&end-point-id=4411\n$/,
    )
    await until(async () => (await statusWithCurl(said)).includes('&status=approved\n'))
    const { controlKey } = said
    expect(await chargeWithCurl({ ...said, controlKey: `${controlKey}x` }, '', 'CURL-2')).toMatch(
      /^type=validation-error\n&serial-number=[^\n]+\n&error-message=INVALID_CONTROL_CODE\n&error-code=2\n$/,
    )
  })

  it('wants the endpoint id in front when told so, and takes no other', async () => {
    const { said } = await launch('--rebill-control', 'with-endpoint')
    expect(await chargeWithCurl(said, '4411')).toContain('type=async-response\n')
    expect(await chargeWithCurl(said, '', 'CURL-2')).toContain('error-message=INVALID_CONTROL_CODE\n')
  })

  it('registers the public key of a file, and remembers it', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const file = join(folder, 'merchant.pem')
    const state = join(folder, 'with-key.json')
    await writeFile(file, pem)
    await launch('--public-key', file, '--state', state)
    expect(JSON.parse(await readFile(state, 'utf8'))).toMatchObject({ publicKey: pem })
  })

  it('keeps an order in flight through SIGKILL', async () => {
    const state = join(folder, 'killed.json')
    const first = await launch('--state', state)
    const accepted = await chargeWithCurl(first.said)
    const orderId = /paynet-order-id=\d+/.exec(accepted)?.[0] ?? 'none'
    const end = ended(first.child)
    first.child.kill('SIGKILL')
    await end
    const second = await launch('--state', state)
    expect(await statusWithCurl(second.said)).toContain(orderId)
    expect(await statusWithCurl(second.said)).toContain('&status=processing\n')
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'stops cleanly at %s, even while an answer hangs',
    async (signal) => {
      const { child, said } = await launch()
      const control = ['-d', '{"next":"hang"}', `${said.baseUrl}/simulator/control`]
      await execute('curl', ['--silent', '--noproxy', '*', ...control])
      const hanging = chargeWithCurl(said).then(
        () => 'answered',
        () => 'closed',
      )
      await until(async () => (await statusWithCurl(said)).includes('status-response'))
      const end = ended(child)
      child.kill(signal)
      expect(await end).toEqual({ code: 0, errors: '' })
      expect(await hanging).toBe('closed')
    },
  )

  it.each([
    [['--port', 'x'], '--port'],
    [['--port', '70000'], '--port'],
    [['--speed', '0'], '--speed'],
    [['--speed', '-3'], '--speed'],
    [['--prefix', 'paynet'], '--prefix'],
    [['--prefix', '/a/../b?c'], '--prefix'],
    [['--path-token', 'a/b'], '--path-token'],
    [['--rebill-control', 'both'], '--rebill-control'],
    [['--seeds', 'some'], '--seeds'],
    [['--public-key', '/does/not/exist.pem'], '--public-key'],
    [['--public-key', '/dev/null'], '--public-key'],
    [['--prot', '1'], '--prot'],
  ])('refuses %j with its usage', async (args, name) => {
    const child = run(file, ...args)
    const { code, errors } = await ended(child)
    expect(code).toBe(2)
    expect(errors).toContain(name)
    expect(errors).toContain('Usage: simulator')
  })

  it('says so when its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { code, errors } = await ended(run(file, '--port', String((other.address() as AddressInfo).port)))
    other.close()
    expect(code).toBe(1)
    expect(errors).toContain('EADDRINUSE')
  })
})
