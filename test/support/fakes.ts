export { TestApp, TestEnvironment, readyEnvironment, startApp } from './fakes/test-app'
export { FakeClock, settled } from './fakes/fake-clock'
export { cresText, encoded, FakeBrowser, paResText } from './fakes/fake-browser'
export { FakeConsent } from './fakes/fake-consent'
export { FakeGateway } from './fakes/fake-gateway'
export { answerOf, issuerSteps, noAnswer, wrongControl } from './fakes/gateway-answers'
export {
  browserData,
  FakeNetwork,
  FakeRecoveryFile,
  FakeSimulatorHost,
  simulatorInfo,
} from './fakes/fake-surroundings'
export type { Transmission, UploadTransmission } from './fakes/transmissions'
export { FakeVault } from './fakes/fake-vault'
export { Life } from './fakes/life'
export { RecordingPublisher } from './fakes/recording-publisher'
