import type { ProofFinding } from '../../src-shared/domain/history-proof'
import { messages } from '.'

/** The title of a finding, and what is known of it in words. `stamp` writes a time. */
export function findingText(finding: ProofFinding, stamp: (atMs: number) => string) {
  const { findings, unknown } = messages.proof
  const { title, text } = findings[finding.kind]
  const when = (atMs: number | null) => (atMs === null ? unknown : stamp(atMs))
  const known = {
    count: finding.missing ?? 0,
    seq: String(finding.seq ?? ''),
    from: when(finding.soundUntilMs),
    to: when(finding.anchoredAtMs),
    order: finding.orderId ?? '',
  }
  return { title, text: text(known) }
}
