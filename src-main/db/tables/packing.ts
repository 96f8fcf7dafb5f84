import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { packingWords } from './packing-words'

const dictionary = Buffer.from(packingWords, 'utf8')
/** First byte of every packed value: which words it was packed with. */
const format = 1
const maxUnpackedBytes = 64 * 1024 * 1024

/**
 * A value as a short blob: JSON, deflated with a dictionary of words that recur, as small texts share little
 * with themselves.
 */
export function pack(value: unknown): Buffer {
  const body = deflateRawSync(Buffer.from(JSON.stringify(value), 'utf8'), { dictionary, level: 9 })
  return Buffer.concat([Buffer.of(format), body])
}

/** The value that was packed. The caller names its type, since only this folder writes such blobs. */
export function unpack<T>(packed: Uint8Array): T {
  if (packed[0] !== format) throw new Error('unknown packing')
  const body = inflateRawSync(packed.subarray(1), { dictionary, maxOutputLength: maxUnpackedBytes })
  return JSON.parse(body.toString('utf8')) as T
}
