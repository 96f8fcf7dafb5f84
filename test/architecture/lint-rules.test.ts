import { join } from 'node:path'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'

// The rules planted here look at syntax only; without types a file is linted in no time.
const eslint = new ESLint({
  cwd: join(import.meta.dirname, '../..'),
  overrideConfig: [
    { ...tseslint.configs.disableTypeChecked, languageOptions: { parserOptions: { project: null } } },
  ],
})

async function rulesThatRefuse(file: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath: file })
  return result?.messages.map(({ ruleId }) => ruleId) ?? []
}

const vue = (script: string, template: string) =>
  `<script setup lang="ts">\n${script}\n</script>\n\n<template>\n  ${template}\n</template>\n`

describe('the lint rules of this project', () => {
  it.each([
    ['no-restricted-globals', 'src-renderer/stores/home.ts', `void fetch('https://gate.example')`],
    ['no-restricted-globals', 'src-renderer/stores/home.ts', `localStorage.setItem('a', 'b')`],
    ['no-restricted-properties', 'src-renderer/stores/home.ts', `document.body.innerHTML = 'x'`],
    ['vue/no-v-html', 'src-renderer/App.vue', vue('const text = 1', '<p v-html="text" />')],
    ['vue/block-lang', 'src-renderer/App.vue', '<script setup>\n1\n</script>\n<template><p /></template>\n'],
    ['no-eval', 'src-main/services/common/operator.ts', `eval('1')`],
    ['no-console', 'src-main/services/common/operator.ts', `console.log('x')`],
    ['no-restricted-syntax', 'src-main/db/storage.ts', `export const isOther = kind === 'simulator'`],
    ['no-restricted-syntax', 'src-main/services/following/follower.ts', 'export const x = onSimulator'],
    ['no-restricted-syntax', 'src-main/services/charge/charge-service.ts', 'export const x = `a simulator`'],
    ['no-restricted-syntax', 'test/e2e/main-job.e2e.ts', `await page.locator('input').fill('x')`],
    ['no-restricted-syntax', 'test/e2e/main-job.e2e.ts', `await page.locator('input').press('Enter')`],
    ['no-restricted-syntax', 'test/e2e/main-job.e2e.ts', 'await page.evaluate(() => element.click())'],
  ])('refuse by %s in %s: %s', async (rule, file, code) => {
    expect(await rulesThatRefuse(file, code)).toContain(rule)
  })

  it('let a person’s own keys through', async () => {
    expect(await rulesThatRefuse('test/e2e/main-job.e2e.ts', `await page.keyboard.press('Enter')`)).toEqual(
      [],
    )
  })
})
