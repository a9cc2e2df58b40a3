import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { scrub } from '#src/lib/inspection/scrub.ts'

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const below = (node: unknown): readonly unknown[] => (isNode(node) ? [node, ...Object.values(node).flatMap(below)] : [])
const nameOf = ({ key }: Readonly<Record<string, unknown>>): readonly string[] =>
  isNode(key) ? [key['name'], key['value']].filter((name) => typeof name === 'string') : []
const nodesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
    .flatMap((path) => below(parseSync(path, readFileSync(path, 'utf8')).program))
    .filter(isNode)

/** Fields of the types that the machines declare: contexts, events, inputs and outputs. */
const machineFields = () =>
  nodesOf('src/machines')
    .filter(({ type }) => type === 'TSPropertySignature')
    .flatMap(nameOf)

/** Fields of the objects that the contract's schemas describe. */
const payloadFields = () =>
  nodesOf('contract')
    .filter(({ type, callee }) => {
      const method = type === 'CallExpression' && isNode(callee) ? callee['property'] : undefined
      return isNode(method) && ['object', 'strictObject', 'looseObject', 'extend'].includes(String(method['name']))
    })
    .flatMap((call) => (Array.isArray(call['arguments']) ? call['arguments'] : []))
    .filter((argument) => isNode(argument) && argument['type'] === 'ObjectExpression')
    .flatMap((shape) => (isNode(shape) && Array.isArray(shape['properties']) ? shape['properties'] : []))
    .filter(isNode)
    .flatMap(nameOf)

const isHidden = (name: string) => JSON.stringify(scrub({ [name]: 'a plain word' })).includes('[hidden]')

it('[IN-5] every field of the machines and payloads is either hidden or listed as harmless', async () => {
  const names = [...new Set([...machineFields(), ...payloadFields()])].toSorted()
  expect(names.length).toBeGreaterThan(500)
  expect(names.filter(isHidden)).toMatchInlineSnapshot(`
    [
      "access_token",
      "allowCredentials",
      "attestation",
      "attestationObject",
      "authenticatorData",
      "challenge",
      "clientDataJSON",
      "code",
      "credential",
      "credentials",
      "current_password",
      "excludeCredentials",
      "invitation",
      "invitation_code",
      "new_password",
      "passed",
      "passkey",
      "passkeys",
      "passkeys_available",
      "password",
      "recovery_codes",
      "secret",
      "signature",
      "ticket",
      "token",
      "tokenChanged",
      "tokenStore",
      "tokens",
      "uri",
    ]
  `)
  await expect(`${names.filter((name) => !isHidden(name)).join('\n')}\n`).toMatchFileSnapshot('harmless-fields.txt')
})
