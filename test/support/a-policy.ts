import type { PolicyReading } from '../../src-main/ports/policy-source'
import { policy } from '../../src-shared/domain/policy'
import type { z } from 'zod'

export const policyPath = '/etc/rebill-desk/policy.json'

/** A profile as an administrator writes it. */
export const managedShop = {
  id: 'shop-us',
  name: 'Shop US',
  environment: 'production' as const,
  baseUrl: 'https://gate.example.com/paynet',
  login: 'NordUs',
  routes: [
    { kind: 'endpoint' as const, id: '5511', currency: 'USD' },
    { kind: 'group' as const, id: '5522', label: 'All' },
  ],
}

/** What the app reads when an administrator wrote this. */
export function policyOf(content: Omit<z.input<typeof policy>, 'version'>): PolicyReading {
  return { kind: 'found', found: { path: policyPath, policy: policy.parse({ version: 1, ...content }) } }
}
