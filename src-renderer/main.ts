import './ipc/schemas-without-eval'
import './theme/base.css'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { provideToComponents } from './app/provide-to-components'
import { connectStores } from './stores/connect-stores'
import { createAppRouter, laterScreens } from './router'
import { useAppStateStore } from './stores/app-state'

const app = createApp(App)
app.use(createPinia())
app.use(createAppRouter())
app.use(provideToComponents)

// Subscribe first, then load the snapshot, so that no change is missed. The window is shown before the snapshot arrives.
connectStores()
const loading = useAppStateStore().load()
app.mount('#app')
void loadLaterScreens()

/** Loads the other screens while the window is idle, so that opening one waits for no file. */
async function loadLaterScreens(): Promise<void> {
  await loading
  for (const load of Object.values(laterScreens)) {
    await new Promise((resolve) => requestIdleCallback(resolve))
    await load()
  }
}
