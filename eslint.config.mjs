import prettier from 'eslint-config-prettier'
import vue from 'eslint-plugin-vue'
import tseslint from 'typescript-eslint'

/*
 * A later block replaces a rule of an earlier one for the files that both match; it does not add to it. So where two
 * blocks restrict the same files, the later one repeats the list. test/architecture/lint-rules.test.ts plants a violation
 * of each list in each place.
 */

/** @param {string} message @param {string[]} selectors */
const refuse = (message, selectors) => selectors.map((selector) => ({ selector, message }))

const inWindow = [
  ...refuse('Text from outside is shown by interpolation only.', [
    'Identifier[name=/^(?:innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|parseHTMLUnsafe|createContextualFragment|DOMParser|srcdoc)$/]',
    'Literal[value=/^(?:innerHTML|outerHTML|insertAdjacentHTML|srcdoc)$/]',
    'MemberExpression[object.name="document"][property.name=/^write(?:ln)?$/]',
    'VIdentifier[rawName=/^(?:inner-?html|outer-?html|srcdoc)$/i]',
    // Inside another element, so not the script of the component itself.
    'VElement VElement[rawName=/^(?:script|iframe|object|embed|base)$/]',
    ...['Literal', 'VLiteral'].map((kind) => `${kind}[value=/^\\s*javascript:/i]`),
    'TemplateElement[value.raw=/^\\s*javascript:/i]',
  ]),
  ...refuse('The window reaches nothing but main; ask main through the contract.', [
    'Identifier[name=/^(?:sendBeacon|serviceWorker)$/]',
    'MemberExpression[object.name="navigator"][property.name="clipboard"]',
    'MemberExpression[object.property.name="navigator"][property.name="clipboard"]',
    'VAttribute[key.name="href"] > VLiteral[value=/^\\w+:/]',
  ]),
]

const reachesOut = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'Worker',
  'SharedWorker',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'caches',
]

/** @param {string} message @param {string[]} names also as properties of `window` and `globalThis` */
const refuseGlobals = (message, names) => [
  'error',
  {
    globals: names.map((name) => ({ name, message })),
    checkGlobalObject: true,
    globalObjects: ['window', 'self'],
  },
]
const asksMain = 'The window makes no network call and stores nothing; ask main through the contract.'

const inMain = [
  ...refuse('This call of the keychain crashes the process; read one entry by its name.', [
    'Identifier[name=/^find(?:Credentials|Password)$/]',
  ]),
  ...refuse('The packages register links into the app, and no link leads out of it.', [
    'Identifier[name=/^(?:setAsDefaultProtocolClient|openExternal)$/]',
  ]),
  ...refuse('Certificates are always checked.', [
    'Property[key.name="rejectUnauthorized"]:not([value.value=true])',
    'Identifier[name="setCertificateVerifyProc"]',
    'Literal[value=/ignore-certificate-errors/]',
    'TemplateElement[value.raw=/ignore-certificate-errors/]',
  ]),
  ...refuse('The gateway is called by src-main/gateway, not by Chromium.', [
    'MemberExpression[object.name="net"][property.name=/^(?:fetch|request)$/]',
  ]),
  ...refuse('No program is started through a shell.', [
    'Property[key.name="shell"]:not([value.value=false])',
  ]),
  ...refuse('Import it by name at the top of the file, where the other rules see it.', [
    'ImportExpression[source.value=/^(?:electron|node:)/]',
  ]),
]

/** What the parts of Electron that need care are for; each has its own files, or none. */
const electronParts = {
  contextBridge: 'preload/index.ts is the one bridge to the window.',
  ipcRenderer: 'preload/index.ts is the one sender of calls.',
  ipcMain: 'app/lifecycle.ts gives it to ipc/register-commands.ts, the one receiver of calls.',
  BrowserWindow:
    'Windows are made in main-window.ts, issuer-window.ts and consent-window.ts, with their safe options.',
  WebContentsView: 'Pages are made in main-window.ts and issuer-window.ts, with their safe options.',
  BrowserView: 'Pages are made in main-window.ts and issuer-window.ts, with their safe options.',
  BaseWindow: 'Windows are made in main-window.ts and issuer-window.ts, with their safe options.',
  shell: 'Nothing else is opened outside of the app: compose.ts opens the data folder.',
  crashReporter: 'A crash report can hold secrets and is sent to nobody.',
  default: 'Import the parts by name, where this rule sees them.',
}

/** @param {string[]} own parts of Electron that the files may use */
const imports = (...own) => [
  'error',
  {
    paths: [
      ...['electron', 'electron/main', 'electron/renderer', 'electron/common'].flatMap((name) =>
        Object.entries(electronParts)
          .filter(([part]) => !own.includes(part))
          .map(([part, message]) => ({ name, importNames: [part], message, allowTypeImports: true })),
      ),
      {
        name: 'node:child_process',
        importNames: ['exec', 'execSync', 'default'],
        message: 'No program is started through a shell.',
      },
    ],
  },
]

const actsByPerson = 'Use test/e2e/support/person.ts, which acts with real keys and clicks as a person does.'
const actsInPage =
  /^(?:fill|focus|blur|clear|check|uncheck|setChecked|selectOption|dispatchEvent|pressSequentially)$/
const runsInPage = /^(?:evaluate|evaluateAll|evaluateHandle|\$eval|\$\$eval)$/

export default tseslint.config(
  { ignores: ['out/**', 'node_modules/**', 'coverage/**'] },
  ...tseslint.configs.recommendedTypeChecked,
  ...vue.configs['flat/recommended'],
  {
    languageOptions: {
      parserOptions: {
        parser: tseslint.parser,
        project: [
          './src-shared/tsconfig.json',
          './src-main/tsconfig.json',
          './src-renderer/tsconfig.json',
          './test/tsconfig.json',
        ],
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.vue'],
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'no-console': 'error',
      'no-eval': 'error',
      'no-new-func': 'error',
    },
  },
  {
    files: ['**/*.vue'],
    rules: {
      'vue/no-v-html': 'error',
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/require-default-prop': 'off',
    },
  },
  {
    files: ['src-renderer/**'],
    // A property of an object is looked at only where ESLint knows the object.
    languageOptions: { globals: { window: 'readonly', self: 'readonly' } },
    rules: {
      'no-restricted-syntax': ['error', ...inWindow],
      'no-restricted-globals': refuseGlobals(asksMain, [...reachesOut, 'desk']),
    },
  },
  {
    files: ['src-renderer/ipc/{desk-client,event-bridge}.ts'],
    rules: { 'no-restricted-globals': refuseGlobals(asksMain, reachesOut) },
  },
  {
    files: ['src-renderer/**/*.vue'],
    // ESLint's own rule looks into scripts only, and this one into templates only.
    rules: { 'vue/no-restricted-syntax': ['error', ...inWindow] },
  },
  {
    files: ['src-main/**', 'src-shared/**'],
    rules: {
      'no-restricted-syntax': ['error', ...inMain],
      'no-restricted-globals': refuseGlobals('The gateway is called by src-main/gateway/http-transport.ts.', [
        'fetch',
        'XMLHttpRequest',
        'WebSocket',
        'EventSource',
      ]),
      '@typescript-eslint/no-restricted-imports': imports(),
    },
  },
  {
    // In development only it fetches the files of the window from the dev server.
    files: ['src-main/window/dev-server.ts'],
    rules: { 'no-restricted-globals': 'off' },
  },
  ...[
    { file: 'src-main/preload/index.ts', own: ['contextBridge', 'ipcRenderer'] },
    { file: 'src-main/app/lifecycle.ts', own: ['ipcMain'] },
    { file: 'src-main/app/compose.ts', own: ['shell'] },
    { file: 'src-main/window/main-window.ts', own: ['BrowserWindow'] },
    { file: 'src-main/window/consent/consent-window.ts', own: ['BrowserWindow'] },
    { file: 'src-main/window/issuer/issuer-window.ts', own: ['BrowserWindow', 'WebContentsView'] },
  ].map(({ file, own }) => ({
    files: [file],
    rules: { '@typescript-eslint/no-restricted-imports': imports(...own) },
  })),
  {
    // They must not branch on it: what is tried on the simulator is then what happens at a gateway.
    files: [
      'src-main/db/**',
      'src-main/services/charge/charge-service.ts',
      'src-main/services/following/follower.ts',
    ],
    ignores: ['src-main/db/migrations/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...inMain,
        ...refuse('This code does not know the simulator.', [
          'Identifier[name=/simulator/i]',
          'Literal[value=/simulator/i]',
          'TemplateElement[value.raw=/simulator/i]',
        ]),
      ],
    },
  },
  {
    files: ['scripts/**', '*.mjs', '*.config.ts', 'test/**/*.mjs', 'resources/**'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { project: null } },
    rules: { 'no-console': 'off' },
  },
  {
    files: ['test/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
      'no-console': 'off',
      'vue/one-component-per-file': 'off',
    },
  },
  {
    files: ['test/**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'IfStatement > :matches(ExpressionStatement, BlockStatement > ExpressionStatement) CallExpression[callee.name="expect"]',
          message: 'An assertion behind a condition proves nothing when the condition is never met.',
        },
      ],
    },
  },
  {
    files: ['test/support/**'],
    ignores: ['test/support/no-vue-warnings.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'Program > ExpressionStatement > CallExpression[callee.name=/^(?:before|after)(?:Each|All)$/]',
          message:
            'The files of one worker share this module: its hooks would run for the first of them only.',
        },
      ],
    },
  },
  {
    files: ['test/e2e/**', 'scripts/lib/tour.mjs', 'scripts/lib/page-hands.mjs'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          `CallExpression[callee.property.name=${actsInPage}]`,
          // Of the keyboard it is a real key press; of an element it moves the focus there first.
          'CallExpression[callee.property.name="press"]:not([callee.object.property.name="keyboard"], [callee.object.name="keyboard"])',
          `CallExpression[callee.property.name=${runsInPage}] CallExpression[callee.property.name=/^(?:click|submit|requestSubmit)$/]`,
        ].map((selector) => ({ selector, message: actsByPerson })),
      ],
    },
  },
  prettier,
)
