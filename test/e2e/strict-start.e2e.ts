// S12: the check of switches and variables in a real start. The option turns it on in an unpackaged build.
import { spawn } from 'node:child_process'
import { expect, it } from 'vitest'
import { startOf } from '../../scripts/lib/launch.mjs'
import { freshUserData } from '../support/launch/launch-app'

it.each([
  [['--remote-debugging-port=0'], {}, '--remote-debugging-port'],
  [['--ignore-certificate-errors'], {}, '--ignore-certificate-errors'],
  [['--inspect=0'], {}, '--inspect'],
  [['--host-resolver-rules=MAP * 127.0.0.1'], {}, '--host-resolver-rules'],
  [[], { SSLKEYLOGFILE: '/nowhere/keys' }, 'SSLKEYLOGFILE'],
  [[], { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'NODE_TLS_REJECT_UNAUTHORIZED'],
] as const)(
  'a checked start with %j and %j ends at once, names it, and says what to do (S12)',
  async (args, env, name) => {
    const ended = await start(['--check-start', ...args], env)
    expect(ended.code).toBe(78)
    expect(ended.text).toContain('does not start while')
    expect(ended.text).toContain(name)
    expect(ended.text).toContain('Remove it from the command line')
  },
)

async function start(args: readonly string[], env: Record<string, string>) {
  const userData = await freshUserData()
  const { program, own } = startOf()
  const child = spawn(program, [...own, ...args], {
    env: { ...process.env, ...env, REBILL_DESK_USER_DATA: userData },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let text = ''
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
  const timer = setTimeout(() => child.kill('SIGKILL'), 30_000)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  clearTimeout(timer)
  return { code, text }
}
