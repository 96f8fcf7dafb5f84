import type { CareMemory, CareState, CareWork } from '../../../src-shared/domain/data-care'
import type { Clock } from '../../platform/clock'
import { isOverdue } from './backup-schedule'

/** What the window is told about backups. Only `DataCareService` changes it. */
export class CareView {
  readonly #clock: Pick<Clock, 'nowMs'>
  memory: CareMemory
  work: CareWork | null = null

  constructor(memory: CareMemory, clock: Pick<Clock, 'nowMs'>) {
    this.memory = memory
    this.#clock = clock
  }

  state(): CareState {
    const { memory, work } = this
    return { ...memory, work, isOverdue: isOverdue(memory, this.#clock.nowMs()) }
  }
}
