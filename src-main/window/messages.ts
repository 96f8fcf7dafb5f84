// The texts that main shows itself. All others are in src-renderer/messages.

/** Title of the main window until its page has one. */
export const appName = 'Rebill Desk'

/** The menu of the icon of an app without a window. */
export const trayText = { open: 'Open Rebill Desk', quit: 'Quit' } as const

/** The application menu. Electron names the items with a role, such as "Copy", in the language of the system. */
export const menuText = {
  file: 'File',
  edit: 'Edit',
  view: 'View',
  orders: 'Orders',
  window: 'Window',
  resetPlace: 'Reset size and place',
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
  hidePersonal: 'Hide or show personal data',
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

/** The window in which a person releases an action, outside of the page. */
export const consentText = {
  windowTitle: 'Release: Rebill Desk',
  cancel: 'Cancel',
  keys: 'Nothing happens until you release it here. Esc cancels.',
  noOperator: 'No name is set',
  labels: {
    card: 'Card',
    cardholder: 'Cardholder',
    description: 'Description',
    merchant: 'Profile',
    operator: 'Operator',
    clientOrderId: 'Client order ID',
    gateway: 'Gateway',
    login: 'Login',
    amount: 'Amount',
    name: 'Name',
    reason: 'Reason',
    controlKey: 'Control key',
    charges: 'Charges',
    safetyLevel: 'Safety level',
    limits: 'Limits',
    settings: 'Settings',
    orders: 'Orders',
    months: 'Months',
    file: 'Backup',
    finding: 'Finding',
    installedVersion: 'Installed version',
    newVersion: 'New version',
  },
  /** What a person types beside the click. */
  demands: {
    amount: 'Type the amount to release it',
    lead: 'A second person reads this and enters their PIN here.',
    person: 'Second person',
    pin: 'PIN of the second person',
  },
  /** Why what was typed is not taken. Nothing was sent or changed. */
  problems: {
    'not-the-amount': 'This is not the amount of the charge. Nothing was sent. Type it again.',
    'wrong-pin': 'This PIN is not right. Nothing was released. Type it again.',
    'pin-wait': 'Too many wrong PINs. Nothing was released. Wait a little, then type it again.',
  },
  newKey: 'A new key is saved',
  keptKey: 'The saved key stays',
  readOnly: 'Not allowed (read only)',
  canCharge: 'Allowed',
  charge: {
    'rebill-sale': { title: 'Charge this card?', button: (amount: string) => `Charge ${amount}` },
    'rebill-auth': {
      title: 'Hold this amount on the card?',
      button: (amount: string) => `Hold ${amount}`,
    },
    sale: { title: 'Charge this card?', button: (amount: string) => `Charge ${amount}` },
  },
  resolution: {
    present: { title: 'Settle this charge as charged?', button: 'Settle as charged' },
    absent: { title: 'Settle this charge as not charged?', button: 'Settle as not charged' },
    note: 'The gateway has not reported an outcome. Your decision is stored with your name and reason.',
  },
  profile: {
    title: 'Save this live profile?',
    button: 'Save profile',
    note: 'Charges of this profile move real money, and go to this gateway only.',
  },
  'signing-key': {
    title: 'Save a new signing key?',
    button: 'Save key',
    note: 'The key of this profile that signs requests is replaced.',
  },
  removal: {
    profile: {
      title: 'Remove this live profile?',
      button: 'Remove profile',
      note: 'Its keys are deleted and must be entered again to charge its cards. Its orders remain in the history.',
    },
    'signing-key': {
      title: 'Remove this signing key?',
      button: 'Remove key',
      note: 'The key is deleted. Requests that need it cannot be sent until there is another one.',
    },
  },
  safetyLevels: {
    'read-only': 'Read only: no charge can be sent',
    confirm: 'Charges need a review and a confirmation',
    typed: 'The amount is typed again',
    'second-person': 'A second person enters their PIN',
  },
  manages: 'May change operators, profiles and limits',
  doesNotManage: 'May not change operators, profiles and limits',
  limits: {
    title: 'Save these limits?',
    button: 'Save limits',
    note: 'They replace the limits of this profile at once.',
  },
  operator: {
    add: { title: 'Add this operator?', button: 'Add operator' },
    change: { title: 'Change this operator?', button: 'Change operator' },
    remove: { title: 'Remove this operator?', button: 'Remove operator' },
  },
  'erase-person': {
    title: 'Erase the data of this person?',
    button: 'Erase',
    note: 'Names, addresses and card data of these orders are erased. This cannot be undone.',
  },
  retention: {
    title: 'Erase personal data of old orders?',
    button: 'Erase old data',
    note: 'Personal data of final orders that are older than this is erased every day. This cannot be undone.',
  },
  restore: {
    title: 'Restore this backup?',
    button: 'Restore',
    note: 'The backup takes the place of the history, which is kept beside it. Charges that the backup does not have must be checked before the next charge.',
  },
  'install-update': {
    title: 'Install this version now?',
    button: 'Install and restart',
    note: 'Rebill Desk closes and its installer opens. If the installation fails, the installed version stays.',
  },
  'accept-history': {
    title: 'Accept the history as it is?',
    button: 'Accept history',
    note: 'Charges can be sent again after this. A charge that is missing in the history may have gone through: compare with the back office of the gateway first.',
  },
  'begin-history': {
    title: 'Begin a new history?',
    button: 'Begin new history',
    note: 'The new history is empty. A charge of the earlier one may have gone through: compare with the back office of the gateway first.',
  },
  findings: {
    'rolled-back': 'The newest entries are missing',
    forked: 'There is another version of the history',
    'other-history': 'The file is another history',
    'no-anchor': 'The history was used with another keychain',
    deleted: 'The history was deleted',
    'entry-changed': 'An entry of the audit chain was changed',
    'entry-missing': 'An entry of the audit chain is missing',
    'order-changed': 'An order was changed outside of the app',
    'order-missing': 'An order was removed outside of the app',
  },
  'recovery-code': {
    title: 'Create a new recovery code?',
    button: 'Create new code',
    note: 'The old recovery code stops working at once.',
  },
} as const
