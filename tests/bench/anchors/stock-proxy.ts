import { Agent } from 'node:http';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { serve } from './listen.ts';

/** http-proxy-middleware as in its documentation, with keep-alive connections: `node stock-proxy.ts UPSTREAM`. */
const app = express();
app.use(
  createProxyMiddleware({
    target: process.argv[2] ?? '',
    changeOrigin: true,
    agent: new Agent({ keepAlive: true }),
  }),
);
serve(app);
