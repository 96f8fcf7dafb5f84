// The texts that main shows itself. All others are in src-renderer/messages.

/** Title of the main window until its page has one. */
export const appName = 'Rebill Desk'

/** The application menu. Electron names the items with a role, such as "Copy", in the language of the system. */
export const menuText = {
  file: 'File',
  edit: 'Edit',
  view: 'View',
  orders: 'Orders',
  window: 'Window',
  help: 'Help',
  charge: 'Charge card…',
  addProfile: 'Add gateway profile…',
  lock: 'Lock',
  settings: 'Settings…',
  find: 'Find',
  back: 'Back',
  forward: 'Forward',
  actualSize: 'Actual size',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  home: 'Home',
  orderList: 'All orders',
  cards: 'Cards',
  insights: 'Insights',
  callbacks: 'Callbacks',
  apiLog: 'API log',
  commandBar: 'Command bar',
  recheckAll: 'Check open orders',
  adoptOrder: 'Add order by ID…',
  exportOrders: 'Export orders…',
  importOrders: 'Import orders…',
  keyboardMap: 'Keyboard shortcuts',
  about: 'About Rebill Desk',
} as const

/** The bar above an issuer's page. */
export const barText = {
  host: 'Issuer page from',
  note: 'Only the cardholder fills in this page. Never enter a code for them.',
  close: 'Close issuer page',
} as const

/** Title of an issuer's window. */
export const issuerWindowTitle = (host: string) => `Page of the card issuer: ${host}`
