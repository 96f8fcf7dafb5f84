import { computed, reactive, ref, type ComputedRef } from 'vue'

/** Left empty is not wrong yet: a line under the field would move the page away under the click that left it. */
const waitingKeys: ReadonlySet<string> = new Set(['required', 'empty'])

/** Which problems of a form are shown: those of what was typed and left, and all once the form was tried. */
export function useShownProblems<F extends string>(allProblems: ComputedRef<Record<string, string>>) {
  const left = reactive(new Set<string>())
  const isTried = ref(false)
  const problemCount = computed(() => Object.keys(allProblems.value).length)

  function problem(field: F): string | null {
    const found = allProblems.value[field] ?? null
    if (found === null || isTried.value) return found
    return left.has(field) && !waitingKeys.has(found) ? found : null
  }

  function leave(field: F): void {
    left.add(field)
  }

  function forget(): void {
    left.clear()
    isTried.value = false
  }

  return { isTried, problemCount, problem, leave, forget }
}
