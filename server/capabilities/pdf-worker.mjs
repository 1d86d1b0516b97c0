/**
 * Makes PDF documents in a thread, so that a long one delays no other reply. Plain JavaScript: it starts without a
 * compiler. `codes` are the images of QR codes by name.
 */
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { crc32, deflateSync } from 'node:zlib';
import pdfmake from 'pdfmake';
import { encode } from 'uqr';

const { resolve } = createRequire(import.meta.url);
const FONTS = {
  normal: resolve('pdfmake/fonts/Roboto/Roboto-Regular.ttf'),
  bold: resolve('pdfmake/fonts/Roboto/Roboto-Medium.ttf'),
  italics: resolve('pdfmake/fonts/Roboto/Roboto-Italic.ttf'),
  bolditalics: resolve('pdfmake/fonts/Roboto/Roboto-MediumItalic.ttf'),
};

/** Pixels per module: enough for sharp edges in a viewer that smooths images. */
const DOTS = 8;

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, check]);
}

/** Draws a QR code as PNG with one bit per pixel: a few hundred bytes; rectangles would take thousands. */
function pictureOf(text) {
  const { data } = encode(text, { ecc: 'M', border: 0 });
  const side = data.length * DOTS;
  const length = 1 + Math.ceil(side / 8);
  const rows = data.flatMap((modules) => {
    const row = Buffer.alloc(length);
    // A module is one byte wide; a set bit is white.
    modules.forEach((dark, index) => {
      row[1 + index] = dark ? 0 : 255;
    });
    return Array.from({ length: DOTS }, () => row);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const png = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString('base64')}`;
}

pdfmake.setFonts({ Roboto: FONTS });
// A document uses only its own content: no network access, and no local files except the fonts.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(FONTS).includes(path));

/** Builds a table layout with functions, which pdfmake needs and messages between threads cannot carry. */
function layoutOf({ width, colour, from, padding }) {
  return {
    hLineWidth: (line) => (line < from ? 0 : width),
    vLineWidth: () => 0,
    hLineColor: () => colour,
    paddingLeft: (column) => (column === 0 ? 0 : 4),
    paddingTop: () => padding,
    paddingBottom: () => padding,
  };
}

const footerOf = (text) => (page, pages) => ({
  text: text.replace('{page}', page).replace('{pages}', pages),
  fontSize: 7.5,
  alignment: 'center',
});

async function make({ document, codes = {}, footer, layouts = {} }) {
  pdfmake.setTableLayouts(
    Object.fromEntries(Object.entries(layouts).map(([name, layout]) => [name, layoutOf(layout)])),
  );

  const pictures = Object.fromEntries(Object.entries(codes).map(([name, text]) => [name, pictureOf(text)]));
  const definition = {
    defaultStyle: { font: 'Roboto' },
    ...document,
    ...(footer && { footer: footerOf(footer) }),
    images: { ...document.images, ...pictures },
  };
  return new Uint8Array(await pdfmake.createPdf(definition).getBuffer());
}

parentPort.on('message', async (parts) => {
  try {
    const bytes = await make(parts);
    parentPort.postMessage({ bytes }, [bytes.buffer]);
  } catch (error) {
    parentPort.postMessage({ error });
  }
});
