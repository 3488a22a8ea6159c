/* eslint-disable typescript/no-require-imports -- antd's own code requires this stand-in, and a module cannot be required. */
const { createElement, forwardRef } = require('react');
const { default: Overflow } = require('@rc-component/overflow/lib/index.js');

/**
 * antd's overflow for component tests. Nothing has a width in jsdom, so nothing would fit: here everything does. And its
 * CommonJS build, which Jest takes, keeps its default export where a module would not find it.
 */
const Roomy = forwardRef(({ maxCount, ...props }, ref) =>
  createElement(Overflow, {
    ...props,
    ref,
    ...(maxCount !== Overflow.RESPONSIVE && { maxCount }),
  }),
);
const { Item, RESPONSIVE, INVALIDATE } = Overflow;

module.exports = Object.assign(Roomy, { Item, RESPONSIVE, INVALIDATE, default: Roomy });
Object.defineProperty(module.exports, '__esModule', { value: true });
