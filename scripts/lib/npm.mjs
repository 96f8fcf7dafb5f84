import { capture } from './run.mjs'

/**
 * Runs npm with the configuration it has on this machine, so that mirrors and proxies are honoured.
 * @param {string[]} args
 * @param {string} cwd
 */
export async function runNpm(args, cwd) {
  const cli = process.env.npm_execpath
  // Under `npm start` npm says where it is; that spares a search, and a shell on Windows.
  if (cli?.endsWith('npm-cli.js')) return await capture(process.execPath, [cli, ...args], { cwd })
  return await capture('npm', args, { cwd })
}
