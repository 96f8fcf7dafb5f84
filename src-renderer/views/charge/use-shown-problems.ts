import { computed, reactive, ref, type ComputedRef } from 'vue'

/** An empty field is not marked when it is left: a new line below it would move the target of the current click. */
const waitingKeys: ReadonlySet<string> = new Set(['required', 'empty'])

/** The visible problems of a form: those of fields that were typed into and left; all of them after a submit. */
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
