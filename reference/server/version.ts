import { existsSync, readFileSync } from 'node:fs'

import type { PathEndpoint } from '../api/endpoint.ts'
import { answerDocument } from '../verbs/answer.ts'

/** What `/version` says of this server (PATH-039). */
export const version: PathEndpoint = {
  serves: path => /^\/version\/?$/.test(path),
  answers: 'document',
  act: async call => answerDocument(call, 200, about()),
}

function about() {
  const release = ownVersion()
  const [major = '', minor = ''] = release.split('.')
  return {
    major,
    minor,
    gitVersion: `v${release}`,
    gitCommit: '',
    gitTreeState: '',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: '',
    compiler: `node ${process.version}`,
    platform: `${process.platform}/${process.arch}`,
  }
}

/** The version in the package that this file is part of, whether built or not. */
export function ownVersion(): string {
  const candidates = ['../../package.json', '../../../package.json']
  const found = candidates.map(path => new URL(path, import.meta.url)).find(url => existsSync(url))
  if (!found) return '0.0.0'
  const { version: own } = JSON.parse(readFileSync(found, 'utf8')) as { version: string }
  return own
}
