import { Menu } from 'electron'
import { menuTemplate, type MenuChoices } from './menu-template'

/** Puts the application menu in place. */
export function installAppMenu(choices: MenuChoices): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(choices)))
}
