import type { UpdateProblem } from '../../../src-shared/domain/update'
import { icu } from './icu'

const goesOn = 'The installed version was not changed, and you can go on working with it.'

const problems: Record<UpdateProblem, { title: string; text: string }> = {
  unreachable: {
    title: 'The update server cannot be reached',
    text: `Nothing was downloaded. Check the network, or try again later. ${goesOn}`,
  },
  'no-answer': {
    title: 'The update server did not answer in time',
    text: `Nothing was downloaded. Try again later. ${goesOn}`,
  },
  'server-error': {
    title: 'The update server does not have the file',
    text: `Try again later. If it stays so, tell your administrator. ${goesOn}`,
  },
  interrupted: {
    title: 'The download was interrupted',
    text: `What has arrived is kept, and the download goes on from there. ${goesOn}`,
  },
  cancelled: { title: 'The update was stopped', text: goesOn },
  redirected: {
    title: 'The update server names another address',
    text: `Updates are only taken from the address that is built into the app, so it was refused. A network with a sign-in page can cause this. ${goesOn}`,
  },
  'too-large': {
    title: 'The update server sent too much',
    text: `What was sent is no list of versions, so it was refused. Tell your administrator if it stays so. ${goesOn}`,
  },
  unreadable: {
    title: 'What the update server sent cannot be read',
    text: `It was refused. A network with a sign-in page can cause this. If it stays so, install the next version by hand. ${goesOn}`,
  },
  'not-signed': {
    title: 'The update is not signed by the maker of Rebill Desk',
    text: `It was refused, and nothing of it was used. Somebody may have changed it. Do not install it by hand, and tell your administrator. ${goesOn}`,
  },
  expired: {
    title: 'The answer of the update server is out of date',
    text: `Somebody may be holding back newer versions, or the clock of this computer is wrong. Check the clock, and tell your administrator if it is right. ${goesOn}`,
  },
  replayed: {
    title: 'The update server answered with an older list of versions than before',
    text: `It was refused. Somebody may be holding back newer versions. Try again later, and tell your administrator if it stays so. ${goesOn}`,
  },
  'wrong-size': {
    title: 'The downloaded file has the wrong size',
    text: `It was removed. Download it again. If it stays so, tell your administrator. ${goesOn}`,
  },
  'wrong-content': {
    title: 'The downloaded file is not the one that was signed',
    text: `It was removed. Somebody may have changed it. Download it again. If it stays so, tell your administrator. ${goesOn}`,
  },
  'no-package': {
    title: 'There is a newer version, but no package for this computer',
    text: `Ask your administrator for it. ${goesOn}`,
  },
  'version-too-old': {
    title: 'There is a newer version, which this one cannot be updated to',
    text: `Ask your administrator to install it by hand. ${goesOn}`,
  },
  'disk-full': {
    title: 'The disk is full',
    text: `The download was stopped. Free some space, then download again. ${goesOn}`,
  },
  'not-stored': {
    title: 'The download could not be stored',
    text: `The data folder of the app cannot be written. ${goesOn}`,
  },
  'not-installed': {
    title: 'The installer of the system refused the update',
    text: `The log in the data folder says more. ${goesOn}`,
  },
}

export const updates = {
  title: 'Updates',
  noAddress:
    'This copy of the app has no update address, so it asks nobody for new versions. Your administrator installs them.',
  idle: icu<{ host: string }>(
    'New versions come from {host}. Only the version, no data of yours and no number of this computer, can be seen there.',
  ),
  checking: icu<{ host: string }>('Asking {host} for the newest version…'),
  upToDate: icu<{ version: string; when: string }>(
    'Rebill Desk {version} is the newest version. Checked {when}.',
  ),
  later: icu<{ version: string }>(
    'Version {version} is released in steps and has not reached this computer yet. Check again in a few days.',
  ),
  offered: icu<{ version: string }>('Version {version} is available'),
  facts: icu<{ size: string; day: string; version: string }>(
    '{size}, signed on {day}. Version {version} is installed.',
  ),
  notes: 'What is new',
  downloading: icu<{ version: string }>('Downloading version {version}'),
  progress: icu<{ done: string; size: string }>('{done} of {size}'),
  ready: icu<{ version: string }>('Version {version} was downloaded and checked'),
  readyText:
    'Nothing was installed yet. Finish what you are working on, then install it. If the installation fails, the installed version stays.',
  handedOver: icu<{ version: string }>('Version {version} is ready to be installed'),
  closing: 'Rebill Desk closes, and its installer opens.',
  steps: {
    quit: 'Quit Rebill Desk. It waits up to ten seconds for the response to a charge.',
    system: {
      run: 'Run this command in a terminal, or open the file that is shown in the file manager. Your system asks for an administrator; Rebill Desk never asks for that password.',
      start: 'Start Rebill Desk again. “About” shows the version.',
    },
    folder: {
      run: 'Run this command in a terminal, in the folder that is to hold the new version.',
      start: 'Start Rebill Desk from its new folder. “About” shows the version.',
    },
  },
  expiredOn: icu<{ day: string }>('It was valid until {day}.'),
  buttons: {
    check: 'Check for updates',
    stopCheck: 'Stop check',
    download: 'Download',
    stopDownload: 'Stop download',
    install: 'Install and restart',
    showInstall: 'Show how to install',
    copy: 'Copy command',
    checkAgain: 'Check again',
    downloadAgain: 'Download again',
  },
  daily: {
    label: 'When to ask for updates',
    off: 'Only when I ask',
    on: 'Once a day',
    hint: 'The app never downloads or installs by itself. Asking shows the network address of this computer to the update server.',
  },
  strip: {
    label: 'Update',
    show: 'Show update',
    later: 'Later',
  },
  problems,
}
