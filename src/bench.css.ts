import { globalStyle } from '@vanilla-extract/css'

globalStyle('body', { margin: 0 })
globalStyle('#root', { width: 1000, height: 500 })
