import type { Environment } from '../../../src-shared/domain/gateway-address'
import type { PollingStop } from '../../../src-shared/domain/profile'

const environmentTag: Record<Environment, string> = {
  production: 'LIVE',
  'gateway-test': 'GATEWAY TEST',
  simulator: 'SIMULATOR',
}

const environmentName: Record<Environment, string> = {
  production: 'live',
  'gateway-test': 'gateway test',
  simulator: 'simulator',
}

export const frame = {
  environmentTag,
  environmentName,
  environmentExplained: {
    production: 'Real cards are charged.',
    'gateway-test': 'The gateway’s own test environment. No real money moves.',
    simulator: 'A gateway inside this app. Nothing leaves this machine.',
  } satisfies Record<Environment, string>,
  environmentLine: (tag: string, profile: string, route: string) =>
    route === '' ? `${tag} - ${profile}` : `${tag} - ${profile} - ${route}`,
  endpoint: (id: string) => `endpoint ${id}`,
  group: (id: string) => `endpoint group ${id}`,
  documentTitle: (screen: string, environment: string) =>
    [screen, environment, 'Rebill Desk'].filter((part) => part !== '').join(' - '),
  noProfile: 'No profile yet',
  openCommandBar: 'Search or do anything',
  commandKey: 'Ctrl K',
  nav: {
    label: 'Screens',
    home: 'Home',
    orders: 'Orders',
    cards: 'Cards',
    charge: 'Charge',
    callbacks: 'Callbacks',
    log: 'API log',
    settings: 'Settings',
    attention: (n: number) => `${n} need attention`,
    inFlight: (n: number) => `${n} followed`,
    profile: 'Merchant profile',
    switchProfile: 'Switch profile',
    addProfile: 'Add profile…',
  },
  switchToLive: {
    title: 'Switch to a live profile?',
    text: (profile: string) => `From now on charges go to ${profile} and take real money.`,
    confirm: (profile: string) => `Switch to LIVE - ${profile}`,
  },
  statusBar: {
    label: 'Status',
    online: 'Online',
    offline: 'Offline',
    offlineHint:
      'Everything can be read. Actions that need the gateway are disabled until the connection is back.',
    following: (n: number) => (n === 1 ? 'Following 1 order' : `Following ${n} orders`),
    notFollowing: (n: number) =>
      n === 1 ? '1 open order is not checked' : `${n} open orders are not checked`,
    attention: (n: number) => (n === 1 ? '1 needs attention' : `${n} need attention`),
    nothingOpen: 'Nothing unresolved',
    moreTroubles: (n: number) => `${n} more`,
    sessionOnly: 'Secrets stored for this session only',
    standIn: 'Development stand-in of Electron',
    simulator: {
      stopped: 'Simulator stopped',
      starting: 'Simulator starting',
      running: 'Simulator running',
      failed: 'Simulator failed to start',
    },
    startSimulator: 'Start simulator',
    zone: (zone: string) => `Times in ${zone}`,
    operator: (name: string) => name,
  },
  troubles: {
    stops: {
      'access-denied':
        'The gateway denies access to this login or this computer. To try again now, test the connection in Settings.',
      'wrong-control': 'The gateway says that the control key is wrong. Enter the key again in Settings.',
      'secret-missing': 'The control key is missing. Enter it in Settings.',
      'secret-store-locked': 'The keychain is locked. Unlock it.',
      'secret-store-unavailable': 'The keychain cannot be reached.',
      'gateway-busy':
        'The gateway is busy and requested a pause. No charge can be sent until the pause is over.',
    } satisfies Record<PollingStop['reason'], string>,
    stopTimes: (since: string, next: string) => `Paused since ${since}, next try at ${next}.`,
    stopTitle: (profile: string) => `${profile}: orders are not checked`,
    stopShort: (profile: string, next: string) => `${profile}: checks paused, next try ${next}`,
    clockTitle: 'Set the clock of this computer',
    clockText: (profile: string, difference: string, isAhead: boolean) =>
      `It is ${difference} ${isAhead ? 'ahead of' : 'behind'} the gateway’s clock (${profile}). Times in the history and the warning about a repeated charge depend on it.`,
    clockShort: (difference: string, isAhead: boolean) =>
      `Clock ${difference} ${isAhead ? 'ahead' : 'behind'}`,
  },
  commandBar: {
    title: 'Command bar',
    placeholder: 'Search actions, screens, orders, cards or an ID',
    results: 'Results',
    nothing: 'Nothing matches. Orders are found by ID, name, reference and description.',
    groups: { id: 'Pasted ID', actions: 'Actions', screens: 'Screens', orders: 'Orders', cards: 'Cards' },
    findId: (id: string) => `Find ${id} in orders`,
    adoptId: (id: string) => `Add order ${id} from the gateway`,
    newCharge: 'Charge card',
    recheckAll: 'Check open orders',
    adopt: 'Add order by ID',
    addCard: 'Add card by token',
    keys: 'Show keyboard shortcuts',
    themeLight: 'Use light theme',
    themeDark: 'Use dark theme',
    themeSystem: 'Use system theme',
    go: (screen: string) => `Go to ${screen}`,
    chargeCard: (card: string) => `Charge ${card}`,
    hint: 'Up and down to choose, Enter to run, Esc to close',
  },
  keys: {
    title: 'Keyboard',
    anywhere: 'Anywhere',
    lists: 'In lists',
    order: 'On an order or a card',
    charging: 'Charging',
    guarantee: 'No key and no sequence of keys sends money without the review page.',
    actions: {
      commandBar: 'Command bar',
      help: 'This map',
      search: 'Search this screen',
      go: 'G, then H, O, C, P, K or L: Home, Orders, Cards, Charge (pay), Callbacks, API log',
      backForward: 'Go back, go forward',
      settings: 'Settings',
      move: 'Move',
      jump: 'First, last, a page up or down',
      open: 'Open',
      back: 'Back to the list, close',
      recheck: 'Check this order now',
      recheckAll: 'Check all open orders',
      copyId: 'Copy order or card ID',
      note: 'Add a note',
      chargeCard: 'Charge this card (opens the form, sends nothing)',
      tabs: 'Next part: timeline, 3-D Secure, facts, callbacks, raw',
      review: 'Review; on the review page, confirm',
      refresh: 'Read this screen again',
    },
  },
  announcements: 'Changes of orders',
  recheckDone: (n: number) => (n === 1 ? 'Checked 1 order' : `Checked ${n} orders`),
  failedToStart: {
    title: 'Rebill Desk could not start',
    text: 'Its main process did not respond. Nothing was sent. Close the window and start Rebill Desk again.',
  },
}
