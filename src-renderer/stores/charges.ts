import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ChargePreview } from '../../src-shared/domain/charge'
import type { ChargeDraft } from '../../src-shared/domain/charge-draft'
import type { CommandInput, CommandName, CommandOutput } from '../../src-shared/ipc/contract-types'
import type { OrderView } from '../../src-shared/domain/order'
import { call, type CommandResult } from '../ipc/desk-client'
import { useOrdersStore } from './orders'

export const useChargesStore = defineStore('charges', () => {
  const orders = useOrdersStore()
  /** The review that waits for confirmation. A reload of the window drops it and sends nothing. */
  const openPreview = shallowRef<ChargePreview | null>(null)
  const confirming = new Map<string, Promise<CommandResult<'charges.confirm'>>>()

  async function callForOrder<N extends CommandName>(
    name: CommandOutput<N> extends OrderView ? N : never,
    input: CommandInput<N>,
  ): Promise<CommandResult<'orders.get'>> {
    const result = (await call(name, input)) as CommandResult<'orders.get'>
    if (result.ok) orders.applyAnnounced(result.value)
    return result
  }

  // A second call during a confirm gets the same result: one charge, one confirm.
  function confirm(input: CommandInput<'charges.confirm'>): Promise<CommandResult<'charges.confirm'>> {
    const running = confirming.get(input.chargeId)
    if (running !== undefined) return running
    const started = callForOrder<'charges.confirm'>('charges.confirm', input).finally(() =>
      confirming.delete(input.chargeId),
    )
    confirming.set(input.chargeId, started)
    return started
  }

  function keepPreview(result: CommandResult<'charges.prepare'>) {
    if (result.ok) openPreview.value = result.value
    return result
  }

  return {
    openPreview,
    confirm,
    prepare: async (draft: ChargeDraft) => keepPreview(await call('charges.prepare', { draft })),
    discard: (chargeId: string) => call('charges.discard', { chargeId }),
    sendAgain: async (chargeId: string) => keepPreview(await call('charges.sendAgain', { chargeId })),
    cancel: (chargeId: string) => callForOrder<'charges.cancel'>('charges.cancel', { chargeId }),
    resolve: (input: CommandInput<'charges.resolve'>) =>
      callForOrder<'charges.resolve'>('charges.resolve', input),
  }
})
