/**
 * Switches of Chromium that keep it from loading and reporting anything in the background. Set before the app is ready.
 */
export const networkSwitches = [
  'disable-background-networking',
  'disable-component-update',
  'disable-domain-reliability',
  'no-pings',
] as const
