interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML(html: string): string }): unknown
}

const hasPolicies = (scope: object): scope is { readonly trustedTypes: PolicyFactory } => 'trustedTypes' in scope

// zrender empties its container with `innerHTML = ''`. Nothing else may turn a string into markup.
const page: object = globalThis
if (hasPolicies(page)) {
  page.trustedTypes.createPolicy('default', {
    createHTML: (html) => {
      if (html === '') return html
      throw new TypeError('Text is never turned into markup here')
    },
  })
}
