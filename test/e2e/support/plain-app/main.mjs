// An app with the defaults of Electron and none of the rules of Rebill Desk. It shows the page of its last argument.
import { app, BrowserWindow } from 'electron'

app.setPath('userData', process.env.REBILL_DESK_USER_DATA)
// No top-level await: Electron becomes ready only after this module is evaluated.
app.whenReady().then(() => new BrowserWindow().loadURL(process.argv.at(-1)))
