// Opens an exported XLSX and CSV file with LibreOffice and checks what it made of them: no formula, and in the workbook
// every text as it was. LibreOffice is not installed by this script; without it the check says so and does nothing.
// Another program than the one on the path: SOFFICE=/opt/libreoffice/program/soffice npm run check:office
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { unzipSync, strFromU8 } from 'fflate'
import { build } from 'vite'
import { projectRoot } from './lib/paths.mjs'
import { capture } from './lib/run.mjs'
import { runScript, say } from './lib/script.mjs'

const office = process.env.SOFFICE ?? 'soffice'
const convertLimitMs = 120_000

await runScript(async () => {
  const { exitCode, stdout } = await capture(office, ['--version'], { timeoutMs: convertLimitMs })
  if (exitCode !== 0) {
    say('LibreOffice is not installed here (no program "soffice"), so nothing was checked.')
    return 0
  }
  say(stdout.trim())
  const folder = await mkdtemp(path.join(os.tmpdir(), 'office-'))
  try {
    const problems = await check(folder)
    for (const problem of problems) say(problem)
    say(
      problems.length === 0
        ? 'LibreOffice read both files: no formula, every text of the workbook as it was.'
        : '',
    )
    return problems.length === 0 ? 0 : 1
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** @param {string} folder @returns {Promise<string[]>} */
async function check(folder) {
  await build({
    root: projectRoot,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: path.join(projectRoot, 'test', 'office', 'office-files.ts'),
      target: 'node20',
      // Inside the project, so that the program finds the database driver.
      outDir: path.join(projectRoot, 'out', 'office'),
      minify: false,
      rollupOptions: { output: { format: 'es', entryFileNames: 'office-files.mjs' } },
    },
  })
  const made = await capture(process.execPath, [
    path.join(projectRoot, 'out/office/office-files.mjs'),
    folder,
  ])
  if (made.exitCode !== 0) return [`The files were not made: ${made.stderr}`]
  /** @type {string[]} */
  const texts = JSON.parse(await readFile(path.join(folder, 'texts.json'), 'utf8'))
  return [...(await checkWorkbook(folder, texts)), ...(await checkCsv(folder))]
}

/** @param {string} folder @param {readonly string[]} texts */
async function checkWorkbook(folder, texts) {
  const out = path.join(folder, 'from-xlsx')
  // Filter options of LibreOffice: comma, quotation mark, UTF-8, from line 1; formulas are written as formulas.
  await convert(folder, 'orders.xlsx', 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true', out)
  /** @type {Record<string, string>[]} */
  const rows = parse(await readFile(path.join(out, 'orders.csv'), 'utf8'), { bom: true, columns: true })
  return texts.flatMap((text, index) =>
    rows[index]?.Description === text ? [] : [`XLSX: ${text} became ${String(rows[index]?.Description)}`],
  )
}

/** @param {string} folder */
async function checkCsv(folder) {
  const out = path.join(folder, 'from-csv')
  await convert(folder, 'orders.csv', 'xlsx', out)
  const parts = unzipSync(await readFile(path.join(out, 'orders.xlsx')))
  return Object.entries(parts).flatMap(([name, bytes]) =>
    /<f[ >/]/.test(strFromU8(bytes)) ? [`CSV: LibreOffice made a formula in ${name}`] : [],
  )
}

/** @param {string} folder @param {string} file @param {string} format @param {string} out */
async function convert(folder, file, format, out) {
  const profile = `-env:UserInstallation=file://${path.join(folder, 'profile')}`
  const args = ['--headless', profile, '--convert-to', format, '--outdir', out, path.join(folder, file)]
  const { exitCode, stderr } = await capture(office, args, { timeoutMs: convertLimitMs })
  if (exitCode !== 0) throw new Error(`LibreOffice did not convert ${file}: ${stderr}`)
}
