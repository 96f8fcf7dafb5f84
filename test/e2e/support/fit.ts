import type { Page } from 'playwright-core'

/**
 * Returns texts that the window cuts off although they must always be readable: amounts, statuses, times in lists, and
 * the first letters of every other text.
 */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Room for the first letters of a name, in px. */
    const firstLettersPx = 40
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const inside = (element: Element, selector: string) => element.closest(selector) !== null

    /** Width in px that is not visible because an element around it cuts it off and cannot be scrolled. */
    const cutPx = (element: Element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const { left, right, width } = range.getBoundingClientRect()
      if (width === 0) return 0
      let cut = Math.max(0, right - innerWidth)
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        const { overflowX } = getComputedStyle(at)
        if (overflowX === 'auto' || overflowX === 'scroll') break
        if (overflowX === 'visible') continue
        const box = at.getBoundingClientRect()
        cut = Math.max(cut, right - box.right, box.left - left)
      }
      return cut
    }
    const name = (element: Element) => element.textContent.trim().replaceAll(/\s+/g, ' ').slice(0, 60)

    // An open dialog covers the screen behind it.
    const root = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document
    const whole = '.money, .status, [role="gridcell"] time, .lines time, [role="gridcell"].fits > *'
    const cut = [...root.querySelectorAll(whole)]
      .filter((each) => isShown(each) && !inside(each, '.visually-hidden'))
      .filter((each) => cutPx(each) > 1)
      .map(name)
    const typed = [...root.querySelectorAll<HTMLInputElement>('input[inputmode="decimal"]')]
      .filter((each) => isShown(each) && each.scrollWidth > each.clientWidth)
      .map((each) => each.value)
    const short = [...root.querySelectorAll('.ellipsis, [role="gridcell"]')]
      .filter((each) => isShown(each) && !inside(each, '.visually-hidden') && name(each) !== '')
      .filter((each) => each.scrollWidth > each.clientWidth && each.clientWidth < firstLettersPx)
      .map((each) => `${name(each)} (${each.clientWidth} px)`)
    return [...new Set([...cut, ...typed, ...short])]
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
