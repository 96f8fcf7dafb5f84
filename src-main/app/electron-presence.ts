import { powerMonitor } from 'electron'
import type { Presence } from '../ports/presence'

/** The presence of a person as the operating system tells it. */
export class ElectronPresence implements Presence {
  idleMs(): number {
    return powerMonitor.getSystemIdleTime() * 1000
  }

  isScreenLocked(): boolean {
    // The threshold does not matter for `locked`.
    return powerMonitor.getSystemIdleState(60) === 'locked'
  }

  onLeave(listener: () => void): void {
    powerMonitor.on('lock-screen', listener)
    powerMonitor.on('suspend', listener)
  }
}
