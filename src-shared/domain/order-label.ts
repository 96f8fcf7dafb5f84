/** Most labels of one order. */
export const maxLabels = 20

/** The form in which labels are compared: letter case and composed letters do not matter. */
export function foldedLabel(label: string): string {
  return label.normalize('NFC').toLowerCase()
}
