import { defineStore } from 'pinia'
import type { CommandInput } from '../../src-shared/ipc/contract-types'
import { call } from '../ipc/desk-client'

/** The RSA keys of profiles: what is known of them comes with the profile, so nothing is kept here. */
export const useSigningKeysStore = defineStore('signing-keys', () => ({
  importKey: (profileId: string, privateKey: string) => call('signingKeys.import', { profileId, privateKey }),
  create: (profileId: string, bits: CommandInput<'signingKeys.create'>['bits']) =>
    call('signingKeys.create', { profileId, bits }),
  remove: (profileId: string) => call('signingKeys.remove', { profileId }),
}))
