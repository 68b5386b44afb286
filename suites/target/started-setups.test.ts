import { expect, it } from 'vitest'
import { dialects } from '../../fixtures/dialects/dialect.ts'
import type { ServerSetup } from '../../fixtures/targets/target.ts'
import { createStartedSetups } from './started-setups.ts'

const target = (start?: (setup: ServerSetup) => Promise<{ url: string }>) => {
  const stopped: string[] = []
  const setups = createStartedSetups({
    dialect: dialects.kubernetes,
    apiDomain: 'k8s.io',
    credentials: { admin: {} },
    controls: start
      ? {
          start: async setup => ({
            connection: await start(setup),
            log: async () => '',
            stop: async () => void stopped.push('stopped'),
          }),
        }
      : {},
  })
  return { setups, stopped }
}

it('starts the server of a setup once, with files in its dialect, and stops it', async () => {
  const given: ServerSetup[] = []
  const { setups, stopped } = target(async setup => {
    given.push(setup)
    return { url: 'http://127.0.0.1:1' }
  })

  expect(setups.hosts()).toBeUndefined()
  await Promise.all([setups.start('issuers'), setups.start('issuers')])
  const [{ files, flags } = { files: [], flags: [] }, ...others] = given
  expect(others).toEqual([])
  expect(flags).toEqual(['--authentication-config=authentication.yaml'])
  expect(files.map(({ name }) => name)).toEqual(['authentication.yaml'])
  expect(files[0]?.text).toContain('"apiVersion": "apiserver.config.k8s.io/v1beta1"')
  expect(files[0]?.text).toContain(`"url": "${setups.hosts()?.url}/plain"`)
  await setups.close()
  expect(stopped).toEqual(['stopped'])
})

it('fails every use of a setup whose server does not start', async () => {
  const { setups } = target(() => Promise.reject(new Error('no such flag')))

  await expect(setups.start('issuers')).rejects.toThrow('no such flag')
  await expect(setups.start('issuers')).rejects.toThrow('no such flag')
  await expect(setups.start('nothing')).rejects.toThrow('no setup has the name nothing')
  await setups.close()
  await expect(target().setups.start('issuers')).rejects.toThrow('`controls.start`')
})
