import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningSimulator } from './simulator'

/** Writes a policy as an administrator would, and returns the environment of an app that reads it. */
export async function policyEnvironment(content: unknown): Promise<{ REBILL_DESK_POLICY: string }> {
  const path = join(await mkdtemp(join(tmpdir(), 'policy-')), 'policy.json')
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2), {
    mode: 0o644,
  })
  return { REBILL_DESK_POLICY: path }
}

/** A policy with a live profile, one of a simulator, and a value for each key. */
export function fullPolicy(simulator: Pick<RunningSimulator, 'baseUrl' | 'login' | 'endpointId'>) {
  return {
    version: 1,
    profiles: [
      {
        id: 'shop-eu',
        name: 'Nord Shop EU',
        environment: 'production',
        baseUrl: 'https://gate.nordshop.example/paynet',
        login: 'NordShopEU',
        routes: [
          { kind: 'endpoint', id: '9001', label: 'Subscriptions', currency: 'EUR' },
          { kind: 'group', id: '9100', label: 'All currencies' },
        ],
      },
      {
        id: 'rehearsal',
        name: 'Nord Shop rehearsal',
        environment: 'gateway-test',
        baseUrl: simulator.baseUrl,
        login: simulator.login,
        routes: [{ kind: 'endpoint', id: simulator.endpointId, currency: 'EUR' }],
      },
    ],
    otherProfiles: 'off',
    leastSafety: 'typed',
    limits: [{ currency: 'EUR', perCharge: '500.00', perOperatorDay: '5000.00', askAbove: '100.00' }],
    callbackListener: 'off',
    updates: { enabled: true, channel: 'stable' },
  }
}
