import { sourceDigest } from './source-digest.ts'

/**
 * A digest of the judging sources: these files of checks, and the laws and scenarios that they
 * import.
 */
export const checksDigest = (files: string[]): string =>
  sourceDigest(files, /^(properties\/|suites\/(spec\/|configuration-checks\.ts))/)
