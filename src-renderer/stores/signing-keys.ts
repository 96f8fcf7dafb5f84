import { defineStore } from 'pinia'
import type { CommandInput } from '../../src-shared/ipc/contract-types'
import { call } from '../ipc/desk-client'

/** Commands for the RSA keys of profiles. The key's public data is part of the profile, so this store has no state. */
export const useSigningKeysStore = defineStore('signing-keys', () => ({
  importKey: (profileId: string, privateKey: string) => call('signingKeys.import', { profileId, privateKey }),
  create: (profileId: string, bits: CommandInput<'signingKeys.create'>['bits']) =>
    call('signingKeys.create', { profileId, bits }),
  remove: (profileId: string) => call('signingKeys.remove', { profileId }),
}))
