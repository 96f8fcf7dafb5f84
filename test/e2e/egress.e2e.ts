// S6, S9: what a hostile script in a window can send out of this machine, by the packets of the session's network.
import { createHash, X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '../../scripts/lib/paths.mjs'
import { PUBLIC_HOST } from '../../scripts/toolchain/recorded-network.mjs'
import { makeCertificates } from '../support/certificates'
import { launchApp } from '../support/launch/launch-app'
import { addProfile, makeRecoveryCode, openApp, sell } from './support/app-calls'
import { issuerPage } from './support/issuer-page'
import { startIssuerProxy } from './support/issuer-proxy'
import { debuggerPorts, targetsOf, watchPackets } from './support/packets'
import { startSimulator } from './support/simulator'
import { setTrap } from './support/traps'
import { tryWaysOut, waysTaken } from './support/ways-out'

/** Requests of a page for its parts, and its navigation. */
const requests = [
  ...[
    'attribution',
    'background',
    'beacon',
    'embed',
    'events',
    'fetch',
    'font',
    'frame',
    'identity',
    'image',
  ],
  ...['keepalive', 'modulepreload', 'navigation', 'object', 'ping', 'prefetch', 'preload', 'script', 'style'],
  ...['video', 'worker', 'xhr'],
]

/** What asks neither the policy of a page nor the rules of requests, and what stays within an office. */
const otherWays = [
  ...[
    'dns-prefetch',
    'form',
    'loopback',
    'multicast',
    'office-name',
    'plain-http',
    'popup',
    'private-address',
  ],
  ...['reserved-address', 'socket', 'stun', 'stun-address', 'transport', 'turn', 'turn-tcp', 'turns'],
]

/** Where the sessions without a network end, see `nowhere` in session-lockdown.ts. */
const nowherePort = 1

describe('a hostile script (S6, S9)', () => {
  it('reaches out on every way in an app without the rules, and so is armed', async () => {
    const trap = await setTrap()
    const { attack, ways } = await watchAttack('armed', trap.port)
    const plain = await launchApp({
      appFolder: join(projectRoot, 'test', 'e2e', 'support', 'plain-app'),
      args: [`http://127.0.0.1:${String(await servePage())}/`],
    })
    await attack(plain.page)
    await expect.poll(ways, { timeout: 20_000, interval: 500 }).toEqual([...requests, ...otherWays].sort())
    await plain.close()
  })

  it('sends nothing out of the app’s own window, and makes no name be looked up', async () => {
    const trap = await setTrap()
    const { attack, ways, sent } = await watchAttack('desk', trap.port)
    const testApp = await openApp()
    await attack(testApp.page)
    expect(await ways()).toEqual([])
    const known = [...(await debuggerPorts(testApp)), nowherePort].map((port) => `127.0.0.1 ${String(port)}`)
    expect(targetsOf(await sent()).filter((target) => !known.includes(target))).toEqual([])
    await testApp.close()
  })

  it('reaches public hosts over https from an issuer’s page, and nothing else', async () => {
    const trap = await setTrap()
    const bank = await serveBank()
    const simulator = await startSimulator()
    const proxy = await startIssuerProxy(simulator.baseUrl)
    const testApp = await openApp({ args: [`--ignore-certificate-errors-spki-list=${bank.fingerprint}`] })
    await makeRecoveryCode(testApp.page)
    await addProfile(testApp.page, simulator, { baseUrl: proxy.baseUrl })
    proxy.moveAllChallengesTo(`https://${PUBLIC_HOST.name}/issuer/challenge`)
    const { attack, ways, sent } = await watchAttack('issuer', trap.port)
    await sell(testApp.page, { amount: '9302.00', routeId: simulator.endpointId })
    await attack(await issuerPage(testApp.app))
    // TURN over TCP gets a tunnel, which then passes nothing but TLS.
    await expect
      .poll(ways, { timeout: 20_000, interval: 500 })
      .toEqual([...requests, 'turn-tcp', 'turns'].sort())
    const outside = (await sent()).filter(({ address, name }) => address !== '127.0.0.1' && name === '')
    expect(targetsOf(outside)).toEqual([`${PUBLIC_HOST.address} 443`])
    await testApp.close()
  })
})

async function watchAttack(tag: string, port: number) {
  const sent = await watchPackets()
  const tried = { tag, port }
  return {
    sent,
    attack: (page: Page) => page.evaluate(tryWaysOut, tried),
    ways: async () => waysTaken(await sent(), tried),
  }
}

/** Serves an empty page of this machine; returns its port. */
async function servePage(): Promise<number> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><body>')
  })
  return (await listen(server, 0, '127.0.0.1')).port
}

/** Serves a bank's page at a public address, with a certificate that Chromium accepts by the hash of its key. */
async function serveBank() {
  const { localhost } = makeCertificates()
  const server = createTlsServer(localhost, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Your bank</h1>')
  })
  await listen(server, 443, PUBLIC_HOST.address)
  const key = new X509Certificate(localhost.cert).publicKey.export({ type: 'spki', format: 'der' })
  return { fingerprint: createHash('sha256').update(key).digest('base64') }
}

async function listen(server: Server, port: number, address: string): Promise<AddressInfo> {
  await new Promise<void>((resolve) => server.listen(port, address, resolve))
  onTestFinished(() => void server.close())
  return server.address() as AddressInfo
}
