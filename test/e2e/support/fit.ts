import type { Page } from 'playwright-core'

/**
 * Returns texts that the window cuts off although they must always be readable: amounts, statuses and times whole, the
 * first letters of every other text, and whole every text that does not end in "…" when it is cut.
 */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Room for the first letters of a name, in px. */
    const firstLettersPx = 40
    const whole = '.money, .status, [role="gridcell"] time, .lines time, [role="gridcell"].fits, [aria-sort]'
    const hidden = '.visually-hidden, [aria-hidden="true"], option, title'
    const styles = new Map<Element, CSSStyleDeclaration>()
    const styleOf = (element: Element) => {
      const style = styles.get(element) ?? getComputedStyle(element)
      styles.set(element, style)
      return style
    }
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'

    /**
     * How much of a text is not visible, in px, because of elements that cut it and cannot be scrolled. `dotsPx` is the
     * width of the element that ends it in dots. Null for a text that only screen readers get.
     */
    const cutOf = (text: DOMRect, start: Element) => {
      let [left, right, top, bottom] = [0, 0, 0, 0]
      let [isAcrossDone, isDownDone] = [false, false]
      let dotsPx: number | null = null
      for (
        let at: Element | null = start;
        at !== null && !(isAcrossDone && isDownDone);
        at = at.parentElement
      ) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp, position, clipPath } = styleOf(at)
        // Only for screen readers, such as the names of the screens beside their icons.
        if (clipPath !== 'none') return null
        const isCutting = overflowX !== 'visible' || overflowY !== 'visible'
        isAcrossDone ||= scrolls(overflowX)
        isDownDone ||= scrolls(overflowY)
        if (isCutting) {
          const box = at.getBoundingClientRect()
          if (!isAcrossDone && overflowX !== 'visible') {
            left = Math.max(left, box.left - text.left)
            right = Math.max(right, text.right - box.right)
            if (textOverflow === 'ellipsis' && right > 1) dotsPx ??= at.clientWidth
          }
          if (!isDownDone && overflowY !== 'visible') {
            top = Math.max(top, box.top - text.top)
            bottom = Math.max(bottom, text.bottom - box.bottom)
            if (webkitLineClamp !== 'none') dotsPx ??= at.clientWidth
          }
        }
        if (position === 'fixed') break
      }
      if (!isAcrossDone) right = Math.max(right, text.right - innerWidth)
      return { left, right, top, bottom, dotsPx }
    }

    // An open dialog covers the screen behind it.
    const root = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.body
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found = new Set<string>()
    const range = document.createRange()
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement
      const shown = node.nodeValue?.trim().replaceAll(/\s+/g, ' ').slice(0, 60) ?? ''
      if (parent === null || shown === '' || parent.closest(hidden) !== null) continue
      if (!parent.checkVisibility({ visibilityProperty: true })) continue
      range.selectNodeContents(node)
      const text = range.getBoundingClientRect()
      if (text.width === 0) continue
      const cut = cutOf(text, parent)
      if (cut === null) continue
      const { left, right, top, bottom, dotsPx } = cut
      // A line box is taller than its letters.
      const isCutDown = Math.max(top, bottom) > text.height / 4
      const isCutAcross = left > 1 || right > 1
      if (
        parent.closest(whole) !== null
          ? isCutAcross || isCutDown
          : dotsPx === null && (isCutAcross || isCutDown)
      )
        found.add(`${shown} (${Math.round(Math.max(left, right, top, bottom))} px)`)
      else if (dotsPx !== null && dotsPx < firstLettersPx) found.add(`${shown} (room for ${dotsPx} px)`)
    }
    for (const field of root.querySelectorAll<HTMLInputElement>('input[inputmode="decimal"]'))
      if (field.checkVisibility() && field.scrollWidth > field.clientWidth) found.add(field.value)
    return [...found]
  })
}

/** Returns controls that lie outside of the window, or of the element around them, and that no scrolling shows. */
export function unreachableControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"], [role="tab"]'
    const root = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document
    return [...root.querySelectorAll(controls)].filter(isOut).map(name)

    function isOut(control: Element): boolean {
      if (!control.checkVisibility({ visibilityProperty: true })) return false
      if (control.closest('.visually-hidden, [aria-hidden="true"]') !== null) return false
      const { left, top, width, height } = control.getBoundingClientRect()
      // Such as the native radio button behind a drawn one.
      if (width < 2 || height < 2) return false
      let [x, y] = [left + width / 2, top + height / 2]
      for (let at = control.parentElement; at !== null && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at)
        const box = at.getBoundingClientRect()
        if (overflowX === 'auto' || overflowX === 'scroll') x = Math.min(Math.max(x, box.left), box.right)
        else if (overflowX !== 'visible' && (x < box.left || x > box.right)) return true
        if (overflowY === 'auto' || overflowY === 'scroll') y = Math.min(Math.max(y, box.top), box.bottom)
        else if (overflowY !== 'visible' && (y < box.top || y > box.bottom)) return true
      }
      return x < 0 || y < 0 || x > innerWidth || y > innerHeight
    }

    function name(control: Element): string {
      const label = control.getAttribute('aria-label') ?? control.textContent.trim()
      return `${control.tagName.toLowerCase()} ${label.replaceAll(/\s+/g, ' ').slice(0, 50)}`
    }
  })
}

/**
 * Parts of the window that are wider than their room, so that a person has to scroll them sideways. Lists, strips of links or filters,
 * tables and raw texts may be.
 */
export function sidewaysScrolled(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const mayScroll = 'nav, .list, .families, .chips, table, pre, textarea, input, select, .scrolls-sideways'
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { overflowX } = getComputedStyle(element)
        const isScrolled = overflowX === 'auto' || overflowX === 'scroll'
        return isScrolled && element.scrollWidth > element.clientWidth + 1 && element.checkVisibility()
      })
      .filter((element) => element.closest(mayScroll) === null && element.querySelector('table') === null)
      .map(
        (element) =>
          `${element.tagName.toLowerCase()}.${element.className} (${element.scrollWidth - element.clientWidth} px)`,
      )
  })
}
