import prettier from 'eslint-config-prettier'
import vue from 'eslint-plugin-vue'
import tseslint from 'typescript-eslint'

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
    rules: {
      'no-restricted-properties': [
        'error',
        ...['innerHTML', 'outerHTML', 'insertAdjacentHTML'].map((property) => ({
          property,
          message: 'Text from outside is shown by interpolation only.',
        })),
      ],
      'no-restricted-globals': [
        'error',
        ...['fetch', 'XMLHttpRequest', 'WebSocket', 'localStorage', 'sessionStorage'].map((name) => ({
          name,
          message: 'The window makes no network call and stores nothing; ask main through the contract.',
        })),
      ],
    },
  },
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
        ...[
          'Identifier[name=/simulator/i]',
          'Literal[value=/simulator/i]',
          'TemplateElement[value.raw=/simulator/i]',
        ].map((selector) => ({ selector, message: 'This code does not know the simulator.' })),
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
    files: ['test/e2e/**', 'scripts/lib/tour.mjs'],
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
