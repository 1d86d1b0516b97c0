/** react-signature-canvas, made to draw lines to their end: the one file that knows which library draws. */
import Imported from 'react-signature-canvas';

/** The bundler may hand out the whole module in place of its default. */
const Canvas = (Imported as unknown as { default?: typeof Imported }).default ?? Imported;

/** What is used of signature_pad 2.3.2 that its types do not tell. */
interface Pad {
  points: object[];
  _addPoint(point: object): { curve?: object; widths?: { start: number; end: number } };
  _drawCurve(curve: object, start: number, end: number): void;
  _strokeEnd(event: Event): void;
}

export class SignaturePad extends Canvas {
  /** The library draws up to the last point but one: a fast hand would lose what it drew since the last frame. */
  override componentDidMount(): void {
    super.componentDidMount?.();
    const pad = this.getSignaturePad() as unknown as Pad;
    const end = pad._strokeEnd.bind(pad);
    pad._strokeEnd = (event) => {
      const last = pad.points.at(-1);
      const { curve, widths } = last ? pad._addPoint(last) : {};
      if (curve && widths) pad._drawCurve(curve, widths.start, widths.end);
      end(event);
    };
  }
}
