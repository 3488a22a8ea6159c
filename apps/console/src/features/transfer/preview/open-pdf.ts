import { getDocument, GlobalWorkerOptions, version, type PDFDocumentLoadingTask } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Where the build puts pdf.js's own data (vite.config.ts): Chinese fonts that a PDF only names need it. */
const dataFolder = `/assets/pdfjs-${version}`;

/** Opens a PDF; only the parts that are looked at are fetched. Nothing in it is evaluated. */
export const openPdf = (url: string): PDFDocumentLoadingTask =>
  getDocument({
    url,
    cMapUrl: `${dataFolder}/cmaps/`,
    standardFontDataUrl: `${dataFolder}/standard_fonts/`,
    wasmUrl: `${dataFolder}/wasm/`,
    iccUrl: `${dataFolder}/iccs/`,
    // The page's policy forbids both; pdf.js then does without.
    isEvalSupported: false,
    useWasm: false,
    enableXfa: false,
    disableAutoFetch: true,
  });
