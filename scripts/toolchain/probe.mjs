// A minimal app: opens one page like the real app and prints one JSON line about its environment.
import { app, BrowserWindow } from 'electron'
import { readFileSync } from 'node:fs'

app.on('window-all-closed', () => undefined)
// No top-level await: Electron becomes ready only after this module is evaluated.
app.whenReady().then(report, fail)

async function report() {
  const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } })
  await window.loadURL('about:blank').catch(fail)
  const { electron, chrome, node } = process.versions
  console.log(
    JSON.stringify({ electron, chrome, node, seccomp: seccompOf(window.webContents.getOSProcessId()) }),
  )
  app.exit(0)
}

function fail(error) {
  console.error(error)
  app.exit(1)
}

function seccompOf(pid) {
  if (process.platform !== 'linux') return null
  return Number(/^Seccomp:\s*(\d)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}
