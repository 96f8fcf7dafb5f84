import type { Environment } from './gateway-address'

/**
 * How a person tells the environments apart wherever money can move: in the main window, and in the bar above an
 * issuer's page. `tag` is written in white on `color`, which is the same in both themes; the simulator is hatched.
 */
export const environmentLook = {
  production: { tag: 'LIVE', color: '#b3261e' },
  'gateway-test': { tag: 'GATEWAY TEST', color: '#4a6076' },
  simulator: { tag: 'SIMULATOR', color: '#585c99', stripe: '#6266a6' },
} as const satisfies Record<
  Environment,
  { readonly tag: string; readonly color: string; readonly stripe?: string }
>
