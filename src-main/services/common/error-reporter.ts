/** Where trouble goes that no person waits for: a background task that failed. The implementation logs it. */
export type ErrorReporter = (where: string, error: unknown) => void
