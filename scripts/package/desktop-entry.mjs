/**
 * The desktop entry of the installed program.
 * @param {{ name: string, command: string, comment: string }} program
 */
export function desktopEntry({ name, command, comment }) {
  return [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${name}`,
    'GenericName=Payment desk',
    `Comment=${comment}`,
    // What is opened by a link is given as one argument.
    `Exec=${command} %u`,
    'Icon=rebill-desk',
    'Terminal=false',
    'StartupNotify=true',
    // The class of the window; by it the desktop shows name and icon of this entry for the window.
    'StartupWMClass=Rebill Desk',
    'MimeType=x-scheme-handler/rebill-desk;',
    'Categories=Office;Finance;',
    'Keywords=payment;charge;card;rebill;gateway;',
    '',
  ].join('\n')
}

/**
 * The value of a key in a desktop entry; null without that key.
 * @param {string} text of the file
 * @param {string} key
 */
export function valueIn(text, key) {
  const group = text.split(/^\[/m).find((part) => part.startsWith('Desktop Entry]')) ?? ''
  return new RegExp(`^${key}\\s*=\\s*(.*)$`, 'm').exec(group)?.[1] ?? null
}

/**
 * The command of a desktop entry, as a starter of programs runs it without files: quotes are resolved, and the field
 * codes such as %U, which stand for files, are left out (Desktop Entry Specification, "The Exec key").
 * @param {string} text of the file
 * @returns {[string, ...string[]]}
 */
export function commandOf(text) {
  const line = valueIn(text, 'Exec')
  if (line === null) throw new Error('The desktop entry has no Exec line.')
  const parts = [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '',
  )
  const [program, ...args] = parts.filter((part) => !/^%[a-zA-Z]$/.test(part))
  if (program === undefined) throw new Error('The Exec line of the desktop entry names no program.')
  return [program, ...args.map((part) => part.replaceAll('%%', '%'))]
}
