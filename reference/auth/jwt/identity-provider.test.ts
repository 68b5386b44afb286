// The reference authenticates tokens of an independent implementation of OpenID Connect.

import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import Provider, { type JWK } from 'oidc-provider'
import { Agent, fetch } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { createAuthority } from '../../../fixtures/hosts/authority.ts'
import { defaultParts } from '../../server/default-parts.ts'
import { startReference } from '../../server/start.ts'

const client = { id: 'deployer', secret: 'a secret of the client, for tests only' }
const lifeSeconds = 300

const signingKey = (kid: string): JWK => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } as JWK
}

/** The provider with one signing key. It issues access tokens for any resource, as JWTs. */
const providerOf = (issuer: string, key: JWK): Provider =>
  new Provider(issuer, {
    jwks: { keys: [key] },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        grant_types: ['client_credentials'],
        response_types: [],
        redirect_uris: [],
      },
    ],
    extraTokenClaims: () => ({ groups: ['deployers', 'all'] }),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_, resource) => ({
          scope: 'api',
          audience: resource,
          accessTokenTTL: lifeSeconds,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  })

const version = 'authentication.k8s.io/v1'
const audience = 'https://cluster.example'

async function startedProvider() {
  const authority = await createAuthority('touchstone provider')
  const { certificate, key } = await authority.forServer()
  const server = createServer({ cert: certificate, key })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const agent = new Agent({ connect: { ca: authority.certificate } })
  onTestFinished(async () => {
    await agent.destroy()
    server.closeAllConnections()
    server.close()
  })
  const issuer = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const signWith = (kid: string) => {
    server.removeAllListeners('request')
    server.on('request', providerOf(issuer, signingKey(kid)).callback())
  }
  signWith('first')
  return {
    issuer,
    certificateAuthority: authority.certificate,
    /** Signs with another key, and no longer publishes the last one. */
    signWith,
    async tokenFor(resource: string): Promise<string> {
      const response = await fetch(`${issuer}/token`, {
        method: 'POST',
        dispatcher: agent,
        headers: {
          authorization: `Basic ${btoa(`${client.id}:${encodeURIComponent(client.secret)}`)}`,
        },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'api', resource }),
      })
      const body = (await response.json()) as { access_token?: string }
      expect(body).toMatchObject({
        access_token: expect.stringMatching(/^ey/),
        token_type: 'Bearer',
      })
      return body.access_token ?? ''
    },
  }
}

async function started() {
  const provider = await startedProvider()
  const { issuer, certificateAuthority } = provider
  const log: string[] = []
  const reference = await startReference(
    defaultParts({
      dialect: 'kubernetes',
      log: line => void log.push(line),
      authentication: {
        jwt: [
          {
            issuer: { url: issuer, certificateAuthority, audiences: [audience] },
            claimMappings: {
              username: { claim: 'sub', prefix: 'oidc:' },
              groups: { claim: 'groups', prefix: 'oidc:' },
              extra: [{ key: 'example.org/client', valueExpression: 'claims.client_id' }],
            },
          },
        ],
        anonymous: { enabled: false },
      },
    }),
  )
  onTestFinished(() => reference.close())
  const post = (plural: string, kind: string, token: string, spec?: object) =>
    fetch(`${reference.url}/apis/${version}/${plural}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ apiVersion: version, kind, spec }),
    })
  const whoami = async (token: string) => {
    const response = await post('selfsubjectreviews', 'SelfSubjectReview', token)
    return { status: response.status, text: await response.text() }
  }
  /** Reviews a token as the user of another one. */
  const review = async (token: string, by: string) => {
    const response = await post('tokenreviews', 'TokenReview', by, { token })
    return ((await response.json()) as { status: object }).status
  }
  return { provider, reference, whoami, review, log }
}

it('accepts a token of the provider and names its user', async () => {
  const { provider, whoami, log } = await started()

  const { status, text } = await whoami(await provider.tokenFor(audience))
  expect(status).toBe(201)
  expect(JSON.parse(text)).toMatchObject({
    status: {
      userInfo: {
        username: `oidc:${client.id}`,
        groups: ['oidc:deployers', 'oidc:all', 'system:authenticated'],
        extra: {
          'example.org/client': [client.id],
          'authentication.kubernetes.io/credential-id': [expect.stringMatching(/^JTI=.+/)],
        },
      },
    },
  })
  expect(log).toEqual([])
})

it('refuses a token with another audience, an expired one, and an altered one', async () => {
  const { provider, reference, whoami, log } = await started()
  const good = await provider.tokenFor(audience)
  const other = await provider.tokenFor('https://other.example')
  const [head, payload, signature] = good.split('.')
  const [, otherPayload] = other.split('.')

  expect((await whoami(good)).status).toBe(201)
  const tokens = [other, `${head}.${otherPayload}.${signature}`, `${head}.${payload}.`]
  for (const token of tokens) expect((await whoami(token)).status).toBe(401)
  reference.clock.advance(lifeSeconds * 1000)
  const { status, text } = await whoami(good)
  expect(status).toBe(401)
  expect(log).toHaveLength(tokens.length + 1)
  expect(log[0]).toMatch(/"aud"/)
  expect(log.at(-1)).toMatch(/expired/)
  for (const part of [payload, signature, otherPayload].map(String))
    expect(`${log.join('\n')}${text}`).not.toContain(part)
})

it('reviews tokens of the provider, with the reason of a refusal', async () => {
  const { provider, review } = await started()
  const good = await provider.tokenFor(audience)
  const other = await provider.tokenFor('https://other.example')

  expect(await review(good, good)).toMatchObject({
    authenticated: true,
    user: { username: `oidc:${client.id}` },
    audiences: ['https://kubernetes.default.svc'],
  })
  expect(await review(other, good)).toMatchObject({
    user: {},
    error: expect.stringContaining('"aud"'),
  })
})

it('refuses a token with a revoked key once a token with the new key was seen', async () => {
  const { provider, reference, whoami, log } = await started()
  const old = await provider.tokenFor(audience)

  expect((await whoami(old)).status).toBe(201)
  provider.signWith('second')
  const next = await provider.tokenFor(audience)
  // Keys are fetched at most once in a second.
  reference.clock.advance(1_000)
  expect((await whoami(next)).status).toBe(201)
  expect((await whoami(old)).status).toBe(401)
  expect(log).toEqual([expect.stringContaining('no key of the key set')])
})
