import { onActivated, onDeactivated, onUnmounted, readonly, ref, type Ref } from 'vue'

/** False while another screen is shown, and after the component is gone. */
export function useIsShown(): Readonly<Ref<boolean>> {
  const isShown = ref(true)
  const hide = () => {
    isShown.value = false
  }
  onActivated(() => {
    isShown.value = true
  })
  onDeactivated(hide)
  onUnmounted(hide)
  return readonly(isShown)
}
