/** Reports the error of a background task that no caller waits for. The implementation writes it to the app log. */
export type ErrorReporter = (where: string, error: unknown) => void
