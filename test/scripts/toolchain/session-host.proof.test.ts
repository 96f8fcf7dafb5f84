import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '../../../scripts/lib/paths.mjs'

/** Kills the daemon of the keychain, and waits until another one answers that was started with an unlocked keychain. */
const script = `
owner() {
  dbus-send --session --print-reply --dest=org.freedesktop.DBus / \\
    org.freedesktop.DBus.GetConnectionUnixProcessID string:org.freedesktop.secrets 2> /dev/null |
    sed -n 's/.*uint32 //p'
}
first=$(owner)
kill -KILL "$first"
for _ in $(seq 200); do
  now=$(owner)
  if [ -n "$now" ] && [ "$now" != "$first" ] && tr '\\0' ' ' < /proc/$now/cmdline | grep -q -e --unlock; then
    echo unlocked again
    exit 0
  fi
  sleep 0.1
done
exit 1
`

it('a keychain that ends in the middle of a session is started again, unlocked, and the session says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'session-host-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const host = spawn(
    process.execPath,
    [join(projectRoot, 'scripts', 'toolchain', 'session-host.mjs'), 'bash', '-c', script],
    // In the folder of the session that runs this test, its own keychain would be replaced.
    {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder },
    },
  )
  let said = ''
  let complained = ''
  host.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
  host.stderr?.on('data', (chunk: Buffer) => (complained += chunk.toString('utf8')))
  const [exitCode] = (await once(host, 'close')) as [number]
  expect({ exitCode, said: said.trim() }).toEqual({ exitCode: 0, said: 'unlocked again' })
  expect(complained).toContain('The keychain of the session ended (SIGKILL) and is started again')
})
