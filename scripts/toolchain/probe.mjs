// The smallest app there is: opens one page as the real app does and prints, as one JSON line, what it runs on.
import { app, BrowserWindow } from 'electron'
import { readFileSync } from 'node:fs'

app.on('window-all-closed', () => undefined)
// Not awaited at the top level: Electron is not ready before this module has been evaluated.
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
