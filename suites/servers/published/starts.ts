// Starts the published implementations.

import { join } from 'node:path'
import { presetDefinitions } from '../../../fixtures/published/apiextensions-apiserver.ts'
import { kubeApiserver134 } from '../../../fixtures/published/kube-apiserver-1.34.ts'
import { buildJavaProgram } from '../../differential/clients/java-client.ts'
import { preparePythonProgram } from '../../differential/clients/python-client.ts'
import { startAlone, startOnKine, startRelease } from './apiservers.ts'
import { startUrlPrintingProgram } from './url-printing-program.ts'
import type { Absent, PublishedServer } from './url-printing-program.ts'

/**
 * Functions that start an implementation, by its name. The caller removes the directory after the
 * implementation is closed.
 */
export const publishedStarts: Record<
  string,
  (directory: string) => Promise<PublishedServer | Absent>
> = {
  fabric8: async directory => {
    const program = await buildJavaProgram(join(import.meta.dirname, 'fabric8'), directory)
    return 'absent' in program
      ? program
      : startUrlPrintingProgram({ name: 'fabric8', ...program, directory })
  },
  kmock: async directory => {
    const program = await preparePythonProgram(join(import.meta.dirname, 'kmock'))
    return 'absent' in program
      ? program
      : startUrlPrintingProgram({ name: 'kmock', ...program, directory })
  },
  'sample-apiserver': directory => startAlone('sample-apiserver', directory),
  'apiextensions-apiserver': directory =>
    startAlone('apiextensions-apiserver', directory, async admin => {
      for (const definition of presetDefinitions) {
        const { status, text } = await admin('POST', definitionsPath, definition)
        if (status !== 201) throw new Error(`POST ${definitionsPath} answered ${status}: ${text}`)
      }
    }),
  kine: startOnKine,
  'kube-apiserver-1.34': directory =>
    startRelease('kube-apiserver-1.34', kubeApiserver134.version, directory),
}

const definitionsPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
