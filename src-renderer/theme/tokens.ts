import { environmentLook } from '../../src-shared/domain/environment-look'

/** The only place where colours are defined. CSS variables and Naive UI's overrides are made from it. */
export interface Tokens {
  readonly bg: string
  readonly surface: string
  readonly sunken: string
  readonly raised: string
  readonly line: string
  readonly line2: string
  readonly control: string
  readonly text: string
  readonly text2: string
  readonly text3: string
  readonly accent: string
  readonly accentHover: string
  readonly accentPressed: string
  readonly accentSoft: string
  readonly onAccent: string
  readonly open: string
  readonly approved: string
  readonly declined: string
  readonly error: string
  readonly filtered: string
  readonly unknown: string
  readonly openSoft: string
  readonly approvedSoft: string
  readonly declinedSoft: string
  readonly errorSoft: string
  readonly filteredSoft: string
  readonly unknownSoft: string
  /** The red of live profiles and of every button that charges real cards; the same in both themes. */
  readonly production: string
  readonly productionHover: string
  readonly onProduction: string
  readonly gatewayTest: string
  readonly simulator: string
  readonly simulatorStripe: string
  readonly shadow: string
}

export const lightTokens: Tokens = {
  bg: '#f5f5f3',
  surface: '#ffffff',
  sunken: '#efefec',
  raised: '#ffffff',
  line: '#e6e5e0',
  line2: '#d5d3cc',
  control: '#8e8c85',
  text: '#1b1b1a',
  text2: '#57554f',
  text3: '#6c6a63',
  accent: '#3451b2',
  accentHover: '#2b4399',
  accentPressed: '#243a86',
  accentSoft: '#e9edfb',
  onAccent: '#ffffff',
  open: '#1d5fd1',
  approved: '#12713d',
  declined: '#b3261e',
  error: '#b3261e',
  filtered: '#7a3e9d',
  unknown: '#8a5100',
  openSoft: '#e7effc',
  approvedSoft: '#e6f3ea',
  declinedSoft: '#fbe9e7',
  errorSoft: '#fbe9e7',
  filteredSoft: '#f3eaf8',
  unknownSoft: '#fdf1dc',
  production: environmentLook.production.color,
  productionHover: '#93201a',
  onProduction: '#ffffff',
  gatewayTest: environmentLook['gateway-test'].color,
  simulator: environmentLook.simulator.color,
  simulatorStripe: environmentLook.simulator.stripe,
  shadow: '0 12px 32px rgb(20 20 18 / 0.16), 0 2px 6px rgb(20 20 18 / 0.08)',
}

export const darkTokens: Tokens = {
  bg: '#111214',
  surface: '#17181b',
  sunken: '#1e2024',
  raised: '#1f2125',
  line: '#292b30',
  line2: '#3a3d44',
  control: '#6d717b',
  text: '#ececee',
  text2: '#b0b2ba',
  text3: '#94979f',
  accent: '#93a9ff',
  accentHover: '#a8baff',
  accentPressed: '#7d95f2',
  accentSoft: '#20263d',
  onAccent: '#10131f',
  open: '#7fb0ff',
  approved: '#6fcf97',
  declined: '#ff8f85',
  error: '#ff8f85',
  filtered: '#cfa0ea',
  unknown: '#f0b860',
  openSoft: '#16233a',
  approvedSoft: '#16291e',
  declinedSoft: '#331b19',
  errorSoft: '#331b19',
  filteredSoft: '#2a1d33',
  unknownSoft: '#2f2412',
  production: environmentLook.production.color,
  productionHover: '#93201a',
  onProduction: '#ffffff',
  gatewayTest: environmentLook['gateway-test'].color,
  simulator: environmentLook.simulator.color,
  simulatorStripe: environmentLook.simulator.stripe,
  shadow: '0 16px 40px rgb(0 0 0 / 0.6), 0 2px 8px rgb(0 0 0 / 0.4)',
}

/** Inter comes with the app, so that a column has the same width on every machine. The others show what it lacks. */
/** Heights and paddings of a density, in px. CSS variables and Naive UI's overrides are made from it. */
export interface Sizes {
  /** A row of a list. */
  readonly rowHeight: number
  /** A fact: a name and its value. */
  readonly factHeight: number
  /** Above and below the controls of a bar. */
  readonly barPadding: number
  readonly controlHeight: number
  readonly smallHeight: number
  readonly tinyHeight: number
}

export const comfortableSizes: Sizes = {
  rowHeight: 34,
  factHeight: 26,
  barPadding: 10,
  controlHeight: 32,
  smallHeight: 28,
  tinyHeight: 24,
}

export const compactSizes: Sizes = {
  rowHeight: 27,
  factHeight: 22,
  barPadding: 6,
  controlHeight: 28,
  smallHeight: 25,
  tinyHeight: 22,
}

export const sansFont = '"Inter Variable", "Segoe UI", -apple-system, "Noto Sans", system-ui, sans-serif'
export const monoFont =
  '"JetBrains Mono", "SF Mono", "Cascadia Mono", ui-monospace, "Noto Sans Mono", "DejaVu Sans Mono", monospace'
