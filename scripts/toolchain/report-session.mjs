// Runs inside a session and prints the environment of the following tests.
import path from 'node:path'
import { electronArguments, electronPathFrom } from '../lib/launch.mjs'
import { Refusal, runScript, say } from '../lib/script.mjs'
import { capture, lastLines } from '../lib/run.mjs'
import { secretServiceOwner } from './secret-service.mjs'

const PROBE = path.join(import.meta.dirname, 'probe.mjs')

await runScript(async () => {
  const probed = await capture(electronPathFrom(), [...electronArguments(), PROBE], { timeoutMs: 60_000 })
  const line = probed.stdout.split('\n').find((text) => text.startsWith('{'))
  if (line === undefined) throw new Refusal(`Electron does not start here:\n${lastLines(probed)}`)
  const { electron, chrome, node, seccomp } = JSON.parse(line)
  say(`Electron ${electron} (Chromium ${chrome}, Node ${node}): ${sandboxText(seccomp)}`)
  if (process.platform !== 'linux') return
  const owner = await secretServiceOwner()
  if (owner === null) throw new Refusal('Nothing answers for org.freedesktop.secrets in this session.')
  say(`Secret Service: org.freedesktop.secrets is owned by ${owner.program} (process ${owner.pid})`)
})

/** @param {number | null} seccomp the kernel's number: 2 = a system call filter is on; null = not asked on this system */
function sandboxText(seccomp) {
  if (seccomp === null) return "Chromium's sandbox as the system gives it"
  return seccomp === 2
    ? "Chromium's sandbox is on (Seccomp 2)"
    : `Chromium's sandbox is OFF (Seccomp ${seccomp})`
}
